/** The options of the command line, each declared once, and the error of a command. */

/** A command failed for a known reason: one sentence for the operator, and the exit code. */
export class CommandError extends Error {
  readonly exitCode: number
  constructor(text: string, exitCode = 1, options?: ErrorOptions) {
    super(text, options)
    this.exitCode = exitCode
  }
}

/** The arguments are invalid. */
export const usageError = (text: string): CommandError => new CommandError(text, 2)

export interface CommandOption {
  /** The placeholder of the value in the usage. An option without it is a flag. */
  value?: string
  doc: string
  /** One letter that stands for the option. */
  short?: string
  /** It can be given several times. */
  isList?: true
}

export const PLANS = ['free', 'premium', 'business', 'enterprise']

const declared = {
  host: { value: 'ADDRESS', doc: 'address to listen on; 0.0.0.0 is every network (127.0.0.1)' },
  port: { value: 'NUMBER', doc: 'port to listen on; 0 picks a free one and prints it (8080)' },
  data: { value: 'FOLDER', doc: 'folder of the data (./data)' },
  'database-url': {
    value: 'URL',
    doc: 'PostgreSQL database instead of the folder, such as postgres://workloom@db.example.com/workloom',
  },
  'database-connections': {
    value: 'NUMBER',
    doc: 'maximum of pooled database connections of one instance, in addition to four of its own (10)',
  },
  files: {
    value: 'LOCATION',
    doc: 'files of attachments: folder, or S3 bucket as https://KEY:SECRET@s3.example.com/BUCKET?region=REGION (files in the folder of the data)',
  },
  'files-quota': {
    value: 'SIZE',
    doc: 'maximum of all files of one organization, such as 500MB or 20GB, or off (off)',
  },
  workers: {
    value: 'NUMBER',
    doc: 'instances on one port of this machine, 1 to 31; needs --database-url (1)',
  },
  from: { value: 'LOCATION', doc: 'source: folder or postgres:// address; for restore, file of a backup' },
  to: { value: 'LOCATION', doc: 'target: folder or postgres:// address; for backup and key rotate, new file' },
  'from-files': { value: 'LOCATION', doc: 'files of the source, like --files (files in the folder of the source)' },
  'to-files': { value: 'LOCATION', doc: 'files of the target, like --files (files in the folder of the target)' },
  'without-files': { doc: 'leave the files of attachments out of the backup (off)' },
  memory: { doc: 'store in memory: everything is lost when the server stops' },
  'public-url': {
    value: 'URL',
    doc: 'address by which people reach the server, such as https://tasks.example.com (where it listens)',
  },
  email: {
    value: 'EMAIL',
    doc: 'e-mail address of the person; of serve, of the first administrator (admin@example.com)',
  },
  name: { value: 'NAME', doc: 'name of what is created or renamed; of a person (part before the @)' },
  gid: { value: 'GID', doc: 'gid of an object, as printed by trash list' },
  organization: { value: 'NAME', doc: 'name of the organization (the only one, or My organization)' },
  plan: { value: 'PLAN', doc: `${PLANS.join(', ')} (enterprise)` },
  scopes: { value: 'LIST', doc: 'any of users:read,users:write,teams:read,teams:write, or all (all)' },
  json: { doc: 'print JSON' },
  key: { value: 'TEXT', doc: 'key that seals secrets, 32 characters or more (file key in the folder)' },
  'new-key': { doc: 'accept a different key than before; everything sealed under the former one is lost (off)' },
  'moved-anyway': { doc: 'use data that was moved away, and remove that mark (off)' },
  'trusted-proxies': {
    value: 'LIST',
    doc: 'addresses or networks of trusted proxies, such as 10.0.0.2,172.16.0.0/12 (none)',
  },
  'smtp-url': { value: 'URL', doc: 'mail server, such as smtps://user:password@mail.example.com (none)' },
  'mail-from': { value: 'ADDRESS', doc: 'sender of e-mail (workloom@ and the host of the public address)' },
  'limit-minute': { value: 'NUMBER', doc: 'requests a minute per token, or off (1500; in a free domain 150)' },
  'limit-search': { value: 'NUMBER', doc: 'searches a minute per token, or off (60)' },
  'limit-jobs': { value: 'NUMBER', doc: 'concurrent jobs per token, or off (5)' },
  'limit-reads': { value: 'NUMBER', doc: 'concurrent GET requests per token, or off (50)' },
  'limit-writes': { value: 'NUMBER', doc: 'concurrent other requests per token, or off (15)' },
  'limit-cost': { value: 'NUMBER', doc: 'objects and links in responses a minute per token, or off (100000)' },
  'limit-session-cost': { value: 'NUMBER', doc: 'the same per session of a browser, or off (1000000)' },
  'limit-person': {
    value: 'NUMBER',
    doc: 'limits of all tokens of a person together, as a multiple of those of one token, or off (4)',
  },
  'max-connections': { value: 'NUMBER', doc: 'maximum of client connections to one instance (4000)' },
  'allow-private-targets': { doc: 'allow webhooks to reach addresses of this machine and its network (off)' },
  'events-hours': { value: 'HOURS', doc: 'hours that event sync tokens stay valid, 1 to 8760 (24)' },
  'audit-days': { value: 'DAYS', doc: 'days that entries of the audit log are retained, 1 to 3650 (90)' },
  'audit-file': { value: 'PATH', doc: 'file to which each entry of the audit log is appended, as JSON (none)' },
  'redis-url': { value: 'URL', doc: 'Valkey or Redis in which instances share the limits (database)' },
  'log-level': {
    value: 'LEVEL',
    doc: 'minimum level of log lines: error, warn, info, or debug with every request (info)',
  },
  'metrics-port': {
    value: 'NUMBER',
    doc: 'separate port for GET /metrics; each further worker uses the next port (none)',
  },
  'metrics-token': {
    value: 'TEXT',
    doc: 'bearer token that GET /metrics on the port of the API requires, 16 characters or more (none)',
  },
  'verify-cache': {
    doc: 'compare every cached response with the store, and fail on a difference; for tests (off)',
  },
  emulator: { doc: 'emulate the real service for tests of clients, with a control API; needs --memory (off)' },
  seed: { value: 'FILE', doc: 'what each world of the emulator begins with, in YAML or JSON (built in)' },
  clock: {
    value: 'TIME',
    doc: 'clock of the emulator: real, held, or an instant such as 2026-01-05T09:00:00Z (that of the seed, or real)',
  },
  'emulator-network': { doc: 'let the emulator listen on networks, and call webhooks on public addresses (off)' },
  worlds: { value: 'NUMBER', doc: 'maximum of worlds in addition to the default one, 1 to 1000 (64)' },
  strictness: {
    value: 'LEVEL',
    doc: 'reports of what the real service leaves undefined: relaxed, warn or strict (warn)',
  },
  'requests-kept': { value: 'NUMBER', doc: 'requests that the emulator records for each world, 1 to 1000000 (10000)' },
  tls: { doc: 'let the emulator listen with TLS, too (off)' },
  'tls-port': { value: 'NUMBER', doc: 'port of the emulator with TLS; 0 picks a free one (8443)' },
  'tls-folder': {
    value: 'FOLDER',
    doc: 'folder of the certificate authority of the emulator (workloom in the state folder of the user)',
  },
  intercept: {
    value: 'HOSTS',
    doc: 'hosts for which the emulator answers as an HTTPS proxy, such as app.asana.com (none)',
  },
  shell: { value: 'SHELL', doc: 'format of the variables: sh, powershell or dotenv (sh)' },
  parent: { value: 'PID', doc: 'process with which the emulator exits (none)' },
  'rate-limit-headers': {
    doc: 'add X-RateLimit-Limit, -Remaining and -Reset to each response (off)',
  },
  url: { value: 'URL', doc: 'server to call, such as https://tasks.example.com (the one of login)' },
  token: { value: 'TEXT', doc: 'access token (the one of login)' },
  field: {
    value: 'NAME=VALUE',
    doc: 'parameter of GET and DELETE, member of data of POST and PUT; also -f, repeatable; @FILE is a file, JSON in [] or {} is JSON',
    short: 'f',
    isList: true,
  },
  fields: { value: 'LIST', doc: 'members of the response, as in opt_fields (those of the API)' },
  paginate: { doc: 'print all pages of a list as one (off)' },
  input: { value: 'FILE', doc: 'file with the body as JSON; - is standard input (none)' },
} satisfies Record<string, CommandOption>

export type OptionName = keyof typeof declared

export const OPTIONS: Record<OptionName, CommandOption> = declared
