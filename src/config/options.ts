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
  host: { value: 'ADDRESS', doc: 'where to listen (127.0.0.1; 0.0.0.0 is every network)' },
  port: { value: 'NUMBER', doc: 'the port (8080); 0 takes a free one' },
  data: { value: 'FOLDER', doc: 'where everything is kept (./data)' },
  'database-url': { value: 'URL', doc: 'a PostgreSQL database instead of the folder; several copies may share it' },
  'database-connections': { value: 'NUMBER', doc: 'connections to the database of one copy, at most (10)' },
  workers: { value: 'NUMBER', doc: 'copies that serve on this machine, behind one port; wants --database-url (1)' },
  from: { value: 'PLACE', doc: 'where from: a folder or a postgres:// address; for restore, the file of a backup' },
  to: { value: 'PLACE', doc: 'where to: a folder or a postgres:// address; for backup, a file that is not there yet' },
  memory: { doc: 'keep nothing: everything is gone when the server stops' },
  'public-url': { value: 'URL', doc: 'how people reach the server, where a proxy stands before it' },
  email: { value: 'EMAIL', doc: 'the e-mail address of the person' },
  name: { value: 'NAME', doc: 'the name of what is made' },
  gid: { value: 'GID', doc: 'the object, as trash list shows it' },
  organization: { value: 'NAME', doc: 'the organization (My organization)' },
  plan: { value: 'PLAN', doc: `${PLANS.join(', ')} (enterprise)` },
  scopes: { value: 'LIST', doc: 'all (the default), or some of users:read,users:write,teams:read,teams:write' },
  json: { doc: 'answer in JSON' },
  key: { value: 'TEXT', doc: 'what secrets are sealed with, 32 characters or more (the file key in the folder)' },
  'trusted-proxies': { value: 'LIST', doc: 'addresses of proxies whose X-Forwarded-For is believed' },
  'smtp-url': { value: 'URL', doc: 'the server that sends mail, such as smtps://user:password@mail.example.com' },
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
  'max-connections': { value: 'NUMBER', doc: 'connections of clients to one copy at once, at most (4000)' },
  'allow-private-targets': { doc: 'webhooks may reach addresses of this machine and its network' },
  'events-hours': { value: 'HOURS', doc: 'how long streams of events wait for their readers (24)' },
  'audit-days': { value: 'DAYS', doc: 'how long lines of the audit log are kept (90)' },
  'audit-file': { value: 'PATH', doc: 'a file to which each line of the audit log is added, as JSON' },
  'redis-url': { value: 'URL', doc: 'the Valkey or Redis in which copies of the program share the limits' },
  'log-level': { value: 'LEVEL', doc: 'what is logged: error, warn, info, or debug with every request (info)' },
  'metrics-port': {
    value: 'NUMBER',
    doc: 'a port of its own for GET /metrics, as Prometheus reads it (of the first worker; the next has the next)',
  },
  'metrics-token': { value: 'TEXT', doc: 'who shows it as a bearer token may GET /metrics; 16 characters or more' },
  'rate-limit-headers': { doc: 'tell in each answer what is left: X-RateLimit-Limit, -Remaining, -Reset' },
} satisfies Record<string, Option>

export type OptionName = keyof typeof declared

export const OPTIONS: Record<OptionName, Option> = declared
