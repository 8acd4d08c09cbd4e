/** How to open an export in R, without any package. */
export const rText = `people  <- read.csv("participants.csv", colClasses = c(participant = "character"))
trials  <- read.csv("trials.csv", colClasses = c(participant = "character"))
answers <- read.csv("answers.csv", colClasses = c(participant = "character", value = "character"))
meaning <- read.csv("dictionary.csv")

data <- merge(trials, people, by = "participant", suffixes = c("", ".person"))
print(table(data$task))

# Each measure of each task: how many have it, and its mean.
measures <- setdiff(meaning$name[meaning$table == "trials" & meaning$type == "number"], c("beganSeconds", "endedSeconds"))
for (task in unique(data$task)) for (measure in measures) {
  values <- data[data$task == task, make.names(measure)]
  if (any(!is.na(values))) cat(task, measure, sum(!is.na(values)), format(mean(values, na.rm = TRUE)), "\\n")
}

# One row a person, one column a condition, for a block "latency" and a measure "completions":
# wide <- tapply(data$completions, list(data$participant, data$latency), mean)
# friedman.test(wide)

# A recording as Motion-BIDS has neither a header nor a time column: names are in channels.tsv, the rate in the JSON.
files <- list.files("bids", pattern = "_motion.tsv$", recursive = TRUE, full.names = TRUE)
if (length(files) > 0) {
  channels <- read.delim(sub("_motion.tsv", "_channels.tsv", files[1], fixed = TRUE))
  motion <- read.delim(files[1], header = FALSE, col.names = channels$name, check.names = FALSE, na.strings = "n/a")
  cat(basename(files[1]), nrow(motion), "frames of", ncol(motion), "channels\\n")
}
`;

/** The same in Python, of its standard library alone. */
export const pythonText = `import csv
import json
from collections import Counter
from pathlib import Path
from statistics import mean

here = Path(__file__).parent


def read(name):
    with open(here / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


people, trials, answers, meaning = map(read, ["participants.csv", "trials.csv", "answers.csv", "dictionary.csv"])
person = {row["participant"]: row for row in people}
data = [{**{f"{name}_person": value for name, value in person[row["participant"]].items()}, **row} for row in trials]
for task, count in sorted(Counter(row["task"] for row in data).items()):
    print(task, count)

# Each measure of each task: how many have it, and its mean.
numbers = [row["name"] for row in meaning if row["table"] == "trials" and row["type"] == "number"]
for task in dict.fromkeys(row["task"] for row in data):
    for measure in numbers:
        values = [float(row[measure]) for row in data if row["task"] == task and row[measure] != ""]
        if values and measure not in ("beganSeconds", "endedSeconds"):
            print(task, measure, len(values), format(mean(values), ".6g"))

# One row a person, one column a condition, for a block "latency" and a measure "completions":
# wide = {}
# for row in data:
#     wide.setdefault(row["participant"], {})[row["latency"]] = float(row["completions"])

# A recording as Motion-BIDS has neither a header nor a time column: names are in channels.tsv, the rate in the JSON.
for path in sorted(here.glob("bids/**/*_motion.tsv"))[:1]:
    with open(str(path).replace("_motion.tsv", "_channels.tsv"), newline="", encoding="utf-8") as file:
        names = [row["name"] for row in csv.DictReader(file, delimiter="\\t")]
    hz = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["SamplingFrequency"]
    with open(path, newline="", encoding="utf-8") as file:
        frames = [dict(zip(names, line)) for line in csv.reader(file, delimiter="\\t")]
    print(path.name, len(frames), "frames of", len(names), "channels at", hz, "Hz")

# With pandas and pyarrow: pandas.read_parquet("trials.parquet"). Recordings as MCAP: pip install mcap, mcap.reader.make_reader.
`;

export function readmeText(study: string): string {
  return `# ${study}

| file | what is in it |
|---|---|
| \`participants.csv\` | a row a person: place in the order of conditions, what they said about themselves |
| \`trials.csv\` | a row for each task that was done: conditions, measures, scores asked after it, the path of its recording |
| \`answers.csv\` | a row an answer |
| \`events.csv\` | everything that was kept, in order |
| \`dictionary.csv\` | what each column means, its type and unit |
| \`*.parquet\` | the same tables with types |
| \`motion/\` | recordings (MCAP): \`leib info FILE\`, \`leib convert FILE out.bvh\`, the studio; Foxglove |
| \`bids/\` | the same recordings as Motion-BIDS |
| \`protocol.json\` | the study itself |
| \`open.R\`, \`open.py\` | how to read all this |

Ids are random. A text that begins with =, +, - or @ has an apostrophe before it in CSV, so that no spreadsheet runs it.
`;
}
