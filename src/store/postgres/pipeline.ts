/**
 * Statements that share a round trip: all that are sent to a connection before it is their turn of the event loop go to
 * the server as one message sequence with one `Sync`, so that the server answers them at once. `pg` sends a `Sync` and asks
 * for a description of the rows with each statement, which costs both sides more than most statements do.
 *
 * Invariants:
 * - statements run, and are answered, in the order of the calls;
 * - after one has failed, the server skips those that follow it up to the `Sync`: all are rejected with its error;
 * - an answer is passed on when the server has answered the `Sync`: a statement outside of a transaction is committed then.
 */
import pg from 'pg'
import { serialize } from 'pg-protocol'

/** A statement with its values in the text format of the protocol. */
export interface WireStatement {
  /** The name under which the connection keeps it prepared; undefined for one that is planned at each run. */
  name: string | undefined
  text: string
  values: readonly (string | null)[]
  /** Whether rows are arrays of column values. */
  isTuples: boolean
}

export interface WireAnswer {
  rows: unknown[]
  /** What the server calls the completed statement, with the number of rows: `INSERT 0 1`. */
  tag: string
}

/** A statement that waits for its answer. */
export interface SentStatement extends WireStatement {
  resolve(answer: WireAnswer): void
  reject(error: unknown): void
}

/** The columns of a statement's rows. */
interface RowDescription {
  names: readonly string[]
  parsers: readonly ((text: string) => unknown)[]
}

/** What `pg` offers to classes of queries; its types do not declare it. */
interface WireConnection {
  stream: { readonly writable: boolean; write(bytes: Buffer): boolean }
  /** The texts of prepared statements by name, and of those whose preparation is not answered yet. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/** A column as `pg` describes it. */
interface DescribedColumn {
  name: string
  dataTypeID: number
}

/** A description holds for as long as the connection: the server refuses a prepared statement whose columns changed. */
const descriptions = new WeakMap<WireConnection, Map<string, RowDescription>>()

function descriptionsOf(connection: WireConnection): Map<string, RowDescription> {
  const known = descriptions.get(connection) ?? new Map<string, RowDescription>()
  descriptions.set(connection, known)
  return known
}

const noColumns: RowDescription = { names: [], parsers: [] }

export type ParserOf = (type: number) => (text: string) => unknown

/** `pg` requires that queries of pipelined connections are of its own class. */
const Query = pg.Query as unknown as new (text: string) => object

/** The statements of one round trip, as a query of `pg`. Its methods are called by `pg.Client`. */
export class RoundTrip extends Query {
  /** The statement that is being answered: `pg` records under this name that it is prepared. */
  name: string | undefined
  text: string
  /** Called by `pg` and by this class when everything is answered: it ends the time-out. */
  callback: (error?: unknown) => void = () => undefined
  readonly statements: SentStatement[]
  readonly #parserOf: ParserOf
  readonly #answers: WireAnswer[] = []
  #descriptions: Map<string, RowDescription> | undefined
  #current: RowDescription = noColumns
  #rows: unknown[] = []

  constructor(statements: SentStatement[], parserOf: ParserOf) {
    super('')
    this.statements = statements
    this.#parserOf = parserOf
    this.text = ''
    this.#expect(statements[0])
  }

  submit(connection: WireConnection): null {
    this.#descriptions = descriptionsOf(connection)
    this.#expect(this.statements[0])
    const messages: Buffer[] = []
    for (const statement of this.statements) this.#addMessages(messages, connection, statement)
    messages.push(serialize.sync())
    // One buffer: a stream takes longer for each chunk than it takes to copy it.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages))
    return null
  }

  #addMessages(messages: Buffer[], connection: WireConnection, { name = '', text, values }: SentStatement): void {
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection
    if (name === '' || (parsed[name] === undefined && submitted[name] === undefined)) {
      messages.push(serialize.parse({ name, text }))
      if (name !== '') submitted[name] = text
    }
    messages.push(serialize.bind({ statement: name, values: values as (string | null)[] }))
    if (!this.#descriptions?.has(name)) messages.push(serialize.describe({ type: 'P' }))
    messages.push(serialize.execute())
  }

  #expect(statement: SentStatement | undefined): void {
    this.name = statement?.name
    this.text = statement?.text ?? ''
    this.#rows = []
    this.#current = this.#descriptions?.get(this.name ?? '') ?? noColumns
  }

  handleRowDescription({ fields }: { fields: DescribedColumn[] }): void {
    const [names, parsers] = [fields.map(({ name }) => name), fields.map(field => this.#parserOf(field.dataTypeID))]
    this.#current = { names, parsers }
    if (this.name !== undefined) this.#descriptions?.set(this.name, this.#current)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers } = this.#current
    const values = fields.map((text, at) => (text === null ? null : parsers[at]?.(text)))
    const { isTuples } = this.statements[this.#answers.length] ?? { isTuples: true }
    if (isTuples) this.#rows.push(values)
    else {
      const row: Record<string, unknown> = {}
      for (const [at, name] of names.entries()) row[name] = values[at]
      this.#rows.push(row)
    }
  }

  handleCommandComplete({ text: tag }: { text: string }): void {
    this.#answers.push({ rows: this.#rows, tag })
    // It was described as a statement without rows.
    if (this.name !== undefined && !this.#descriptions?.has(this.name)) this.#descriptions?.set(this.name, noColumns)
    this.#expect(this.statements[this.#answers.length])
  }

  handleReadyForQuery(): void {
    this.callback()
    for (const [at, { resolve }] of this.statements.entries()) resolve(this.#answers[at] ?? { rows: [], tag: '' })
  }

  /** Called with an error of the server, and when the connection is lost or does not answer in time. */
  handleError(error: unknown, connection: WireConnection): void {
    const answered = this.#answers.length
    this.callback(error)
    for (const [at, { name = '', resolve, reject }] of this.statements.entries()) {
      const answer = this.#answers[at]
      // An error after the last statement is one of the commit.
      if (answer && answered < this.statements.length) resolve(answer)
      else reject(error)
      if (at >= answered) delete connection.submittedNamedStatements[name]
    }
  }
}

/** Sends a statement, and settles it once. */
export type SendStatement = (statement: SentStatement) => void

/** Passes the statements of one turn of the event loop on together. */
export function collected(send: (statements: SentStatement[]) => void): SendStatement {
  let waiting: SentStatement[] = []
  const sendAll = () => {
    const statements = waiting
    waiting = []
    send(statements)
  }
  return statement => {
    // Runs when no promise is left that could send more.
    if (waiting.length === 0) process.nextTick(sendAll)
    waiting.push(statement)
  }
}

/** Sends statements over one connection, those of one turn of the event loop in one round trip. */
export const pipelineOf = (client: pg.ClientBase, parserOf: ParserOf): SendStatement =>
  collected(statements => void client.query(new RoundTrip(statements, parserOf) as never))

/** Sends each statement over a connection of a pool. */
export function poolSender(pool: pg.Pool, parserOf: ParserOf): SendStatement {
  const answer = async (statement: WireStatement): Promise<WireAnswer> => {
    const client = await pool.connect()
    const answered = await new Promise<WireAnswer>((resolve, reject) => {
      client.query(new RoundTrip([{ ...statement, resolve, reject }], parserOf) as never)
    }).catch(error => {
      client.release(error as Error)
      throw error
    })
    client.release()
    return answered
  }
  return statement => void answer(statement).then(statement.resolve, statement.reject)
}
