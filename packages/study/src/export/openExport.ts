/** How to open an export in R. */
export const rText = `# install.packages(c("readr", "dplyr", "ggplot2"))  # nanoparquet or arrow for the Parquet files
library(readr)
library(dplyr)

people  <- read_csv("participants.csv", show_col_types = FALSE)
trials  <- read_csv("trials.csv", show_col_types = FALSE)
answers <- read_csv("answers.csv", col_types = cols(value = col_character()))
meaning <- read_csv("dictionary.csv", show_col_types = FALSE)

data <- left_join(trials, people, by = "participant", suffix = c("", ".person"))
print(count(data, task))

# One row a person, one column a condition, for a block "latency" and a measure "completions":
# wide <- tidyr::pivot_wider(filter(data, task == "hand"), id_cols = participant, names_from = latency, values_from = completions)
# friedman.test(as.matrix(wide[-1]))

# A recording as Motion-BIDS has neither a header nor a time column: names are in channels.tsv, the rate in the JSON.
# files <- list.files("bids", pattern = "_motion.tsv$", recursive = TRUE, full.names = TRUE)
# names <- read_tsv(sub("_motion.tsv", "_channels.tsv", files[1]))$name
# motion <- read_tsv(files[1], col_names = names, na = "n/a")
`;

/** The same in Python. */
export const pythonText = `# pip install pandas pyarrow mcap
import pandas as pd

people = pd.read_csv("participants.csv")
trials = pd.read_csv("trials.csv")  # or pd.read_parquet("trials.parquet")
answers = pd.read_csv("answers.csv", dtype={"value": str})
meaning = pd.read_csv("dictionary.csv")

data = trials.merge(people, on="participant", suffixes=("", "_person"))
print(data.groupby("task").size())

# One row a person, one column a condition, for a block "latency" and a measure "completions":
# wide = data[data.task == "hand"].pivot_table(index="participant", columns="latency", values="completions")

# A recording: tracks are topics, messages are JSON with the time "t".
# from mcap.reader import make_reader
# import json
# with open(trials.motion.dropna().iloc[0], "rb") as file:
#     for schema, channel, message in make_reader(file).iter_messages():
#         print(channel.topic, json.loads(message.data)["t"])
#         break
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
