/** What a column holds. */
export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Statements of one transaction, in the SQL that SQLite and PostgreSQL share; `?` stands for a value. */
export interface Sql {
  all(text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** How many rows it has changed. */
  run(text: string, ...values: readonly SqlValue[]): Promise<number>;
}

/** A database that keeps what it has promised, through a kill of this process and a loss of power. */
export interface SqlDatabase {
  /** Type of a column of bytes. */
  readonly bytesType: 'BLOB' | 'BYTEA';
  /**
   * All of it or nothing, as if no other transaction ran at the same time; on disk when it resolves. `work` may be called
   * again where another server was faster.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** What stands there at one moment for each statement; nobody who writes waits for it. */
  read<T>(work: (sql: Pick<Sql, 'all'>) => Promise<T>): Promise<T>;
  /** Overwrites what deleted rows have left behind, and looks for a text in all of the database's files. */
  scrub(text: string): Promise<Scrubbed>;
  close(): Promise<void>;
}

/** What was looked through after a removal. */
export interface Scrubbed {
  /** Bytes of each file, and how often the text was found in it; none where the files are another machine's. */
  readonly files: readonly { readonly file: string; readonly bytes: number; readonly found: number }[];
  readonly how: string;
}

/** A row must have it: the schema says so. */
export function textOf(row: SqlRow, column: string): string {
  return String(row[column]);
}

export function numberOf(row: SqlRow, column: string): number {
  return Number(row[column]);
}
