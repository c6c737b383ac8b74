/** The options of the command line, each declared once, and how the program refuses what makes no sense. */

/** Why the program does not do what it was started for: one sentence for people, and the code to exit with. */
export class Refusal extends Error {
  readonly exitCode: number
  constructor(text: string, exitCode = 1, options?: ErrorOptions) {
    super(text, options)
    this.exitCode = exitCode
  }
}

/** The program was called in a way that it does not know. */
export const misuse = (text: string): Refusal => new Refusal(text, 2)

export interface Option {
  /** What stands for the value in the usage. Without it, the option is a switch. */
  value?: string
  doc: string
}

export const PLANS = ['free', 'premium', 'business', 'enterprise']

const declared = {
  host: { value: 'ADDRESS', doc: 'where to listen; 0.0.0.0 is every network (127.0.0.1)' },
  port: { value: 'NUMBER', doc: 'port; 0 takes a free one and prints it (8080)' },
  data: { value: 'FOLDER', doc: 'where everything is kept (./data)' },
  'database-url': {
    value: 'URL',
    doc: 'PostgreSQL database instead of the folder, such as postgres://workloom@db.example.com/workloom',
  },
  'database-connections': {
    value: 'NUMBER',
    doc: 'connections to the database of one instance at most, beside four of its own (10)',
  },
  workers: {
    value: 'NUMBER',
    doc: 'instances that serve behind one port of this machine, up to 31; needs --database-url (1)',
  },
  from: { value: 'PLACE', doc: 'where from: a folder or a postgres:// address; for restore, the file of a backup' },
  to: { value: 'PLACE', doc: 'where to: a folder or a postgres:// address; for backup and key rotate, a new file' },
  memory: { doc: 'keep nothing: everything is gone when the server stops' },
  'public-url': {
    value: 'URL',
    doc: 'how people reach the server, such as https://tasks.example.com (where it listens)',
  },
  email: {
    value: 'EMAIL',
    doc: 'e-mail address of the person; of serve, of the first administrator (admin@example.com)',
  },
  name: { value: 'NAME', doc: 'name of what is made or renamed; of a person (what stands before the @)' },
  gid: { value: 'GID', doc: 'object, as trash list shows it' },
  organization: { value: 'NAME', doc: 'organization (the only one, or My organization)' },
  plan: { value: 'PLAN', doc: `${PLANS.join(', ')} (enterprise)` },
  scopes: { value: 'LIST', doc: 'all (the default), or some of users:read,users:write,teams:read,teams:write' },
  json: { doc: 'answer in JSON' },
  key: { value: 'TEXT', doc: 'what secrets are sealed with, 32 characters or more (the file key in the folder)' },
  'new-key': { doc: 'use another key than before; what was sealed under that one is lost (off)' },
  'moved-anyway': { doc: 'use a place that was left by a move, and remove its mark (off)' },
  'trusted-proxies': {
    value: 'LIST',
    doc: 'addresses or networks of proxies that are believed, such as 10.0.0.2,172.16.0.0/12 (none)',
  },
  'smtp-url': { value: 'URL', doc: 'server that sends mail, such as smtps://user:password@mail.example.com (none)' },
  'mail-from': { value: 'ADDRESS', doc: 'who mail comes from (workloom@ and the host of the public address)' },
  'limit-minute': { value: 'NUMBER', doc: 'requests a minute of a token, or off (1500; in a free domain 150)' },
  'limit-search': { value: 'NUMBER', doc: 'searches a minute of a token, or off (60)' },
  'limit-jobs': { value: 'NUMBER', doc: 'jobs of a token at once, or off (5)' },
  'limit-reads': { value: 'NUMBER', doc: 'GET requests of a token at once, or off (50)' },
  'limit-writes': { value: 'NUMBER', doc: 'other requests of a token at once, or off (15)' },
  'limit-cost': { value: 'NUMBER', doc: 'objects and links that a token may be shown a minute, or off (100000)' },
  'limit-person': {
    value: 'NUMBER',
    doc: 'how many times the limits of one token all tokens of a person may use together, or off (4)',
  },
  'max-connections': { value: 'NUMBER', doc: 'connections of clients to one instance at once, at most (4000)' },
  'allow-private-targets': { doc: 'let webhooks reach addresses of this machine and its network' },
  'events-hours': { value: 'HOURS', doc: 'hours for which streams of events wait for their readers, 1 to 8760 (24)' },
  'audit-days': { value: 'DAYS', doc: 'days for which lines of the audit log are kept, 1 to 3650 (90)' },
  'audit-file': { value: 'PATH', doc: 'file to which each line of the audit log is added, as JSON (none)' },
  'redis-url': { value: 'URL', doc: 'Valkey or Redis in which instances share the limits (the database)' },
  'log-level': { value: 'LEVEL', doc: 'what is logged: error, warn, info, or debug with every request (info)' },
  'metrics-port': {
    value: 'NUMBER',
    doc: 'port of its own for GET /metrics; of several workers, each has the next one (none)',
  },
  'metrics-token': {
    value: 'TEXT',
    doc: 'bearer token for GET /metrics on the port of the API, 16 characters or more (none)',
  },
  'check-shown': {
    doc: 'load what is shown from memory from the store as well, and fail where the two differ: for tests (off)',
  },
  'rate-limit-headers': {
    doc: 'tell in each answer what is left of the minute: X-RateLimit-Limit, -Remaining, -Reset',
  },
} satisfies Record<string, Option>

export type OptionName = keyof typeof declared

export const OPTIONS: Record<OptionName, Option> = declared
