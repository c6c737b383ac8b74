/**
 * `serve`: runs the server. An empty store is set up first; only then is a token printed.
 * Invariant: only this command closes the store, after the last request.
 */
import { emulatorOptions } from '../config/emulator.ts'
import { CommandError } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { type AuditFile, openAuditFile } from '../events/audit_file.ts'
import { openFiles, removeTemporary } from '../files/location.ts'
import { createOperationRunner } from '../http/operations.ts'
import { isBuilt } from '../http/web_files.ts'
import { createLink, linkTo } from '../identity/links.ts'
import { createMailer, createMailTransport, type MailTransport } from '../identity/mail.ts'
import { createJobs } from '../jobs/kinds.ts'
import { notifyByEmail } from '../jobs/notify_by_email.ts'
import { createWebhookClient } from '../jobs/webhook_client.ts'
import { withTimeout } from '../lib/clock.ts'
import type { Log } from '../observe/log.ts'
import { aroundJobs, observedStore, observedWebhookClient } from '../observe/observer.ts'
import { openCounterStore } from '../store/counters/open.ts'
import type { Store } from '../store/db.ts'
import type { AppServer, Command, ProgramContext } from './command.ts'
import { resolveKey } from './key/key.ts'
import { listen } from './listen.ts'
import { createObservability, type Observability } from './observability.ts'
import { setUpFirst } from './organization.ts'
import { isOpenToOthers, openToServe } from './store.ts'
import { isFirst, printsOutput, runWorkers } from './workers.ts'

/** Requests that take longer than this to finish are cut off when the server stops. */
const DRAIN_TIMEOUT_MS = 10_000
/** A server exits after this time, even if something does not answer, because supervisors kill it soon after. */
const STOP_TIMEOUT_MS = 10_500

export const serve: Command = {
  words: 'serve',
  doc: 'run the server; sets up an empty store with an organization and an access token',
  options: [
    ...(['host', 'port', 'data', 'database-url', 'database-connections', 'workers', 'memory', 'public-url'] as const),
    ...(['files', 'files-quota'] as const),
    ...([
      'email',
      'name',
      'organization',
      'plan',
      'key',
      'new-key',
      'moved-anyway',
      'trusted-proxies',
      'smtp-url',
      'mail-from',
    ] as const),
    ...(['limit-minute', 'limit-search', 'limit-jobs', 'limit-reads', 'limit-writes', 'limit-cost'] as const),
    ...(['limit-session-cost', 'limit-person', 'max-connections'] as const),
    ...([
      'rate-limit-headers',
      'verify-cache',
      'events-hours',
      'allow-private-targets',
      'audit-days',
      'audit-file',
    ] as const),
    ...(['redis-url', 'log-level', 'metrics-port', 'metrics-token'] as const),
    ...(['emulator', ...emulatorOptions, 'json'] as const),
  ],
  required: [],
  async main(settings, program) {
    if (settings.emulator)
      return (await import('./emulator/serve.ts')).serveEmulator(settings.emulator, settings, program)
    if (settings.workers > 1 && isFirst) return runWorkers(settings, program)
    const stopped = program.stopped()
    const observability = await createObservability(settings, program)
    const opening = openToServe(settings, program)
    const store = await Promise.race([opening, stopped])
    // A database that does not answer must not delay the exit.
    if (!store) return void opening.then(opened => opened.close()).catch(() => undefined)
    try {
      warnOfFolder(settings, observability.log)
      const key = await resolveKey(settings, store, message => observability.log({ level: 'warn', message }))
      const audit = await auditFile(store, settings, observability.log)
      await serveStore(observedStore(store, observability.observer), settings, program, {
        ...observability,
        key,
        stopped,
      }).finally(() => audit?.close())
    } finally {
      await store.close()
      removeTemporary(settings.files)
      await observability.observer.traces?.close()
    }
  },
}

function warnOfFolder({ location }: Settings, log: Log): void {
  if (location === 'memory' || !('folder' in location) || !isOpenToOthers(location.folder)) return
  log({ level: 'warn', message: `Other users of this machine can list the folder ${location.folder}: chmod 700 it.` })
}

/** Starts writing the audit log to its file, if there is one. */
async function auditFile(store: Store, { auditFile: path }: Settings, log: Log): Promise<AuditFile | undefined> {
  // Only one worker writes it: several would each write every entry.
  if (path === undefined || !printsOutput) return undefined
  return openAuditFile({ store, path, log }).catch((cause: Error) => {
    throw new CommandError(`The audit log cannot be written to ${path}: ${cause.message}.`, 1, { cause })
  })
}

/** Whether no other process serves the data: a folder has one server, so the holders of existing leases are dead. */
const isExclusive = ({ location }: Settings): boolean => location === 'memory' || 'folder' in location

async function serveStore(
  store: Store,
  settings: Settings,
  program: ProgramContext,
  observability: Observability & { key: string; stopped: Promise<void> },
): Promise<void> {
  const { createApp } = program
  const { publicUrl, trustedProxies, limits, rateLimitHeaders, eventsHours, metricsToken, maxConnections } = settings
  const { log, observer, logsRequests, metrics, key, stopped } = observability
  const post = observedWebhookClient(createWebhookClient({ allowPrivate: settings.allowPrivateTargets, log }), observer)
  const files = openFiles(settings.files, store.clock)
  const shared = { store, files, clock: store.clock, key, log, post }
  const counters = await openCounterStore({ store, redisUrl: settings.redisUrl })
  const mailing = { mail: mailOf(settings), announce: program.print }
  const app = await createApp({
    ...{ ...shared, counters, web: program.web, filesQuota: settings.filesQuota },
    ...{ publicUrl, trustedProxies, limits, rateLimitHeaders, eventsHours, connections: { maxOpen: maxConnections } },
    ...{ ...mailing, observer, logsRequests, metricsToken, verifiesCache: settings.verifiesCache },
    hints: logsRequests || settings.location === 'memory',
  })
  const mailer = createMailer({ ...mailing, log })
  let url = ''
  const jobs = createJobs({
    ...{ ...shared, notify: notifyByEmail(store.read, mailer, log), operations: createOperationRunner(shared) },
    letters: mailer.sendsMail ? { deliver: mailer.deliver, linkBaseUrl: () => publicUrl ?? url } : null,
    ...{ eventsHours, auditDays: settings.auditDays, exclusive: isExclusive(settings), around: aroundJobs(observer) },
  })
  observer.metrics?.observeQueue(jobs.oldestDue)
  try {
    await metrics?.listen()
    url = await listen(app, settings.host, settings.port)
    await reportStart(store, settings, program, { url, log })
    jobs.start()
    await stopped
  } finally {
    const stopping = Promise.all([drain(app), jobs.stop(), metrics?.close()])
    await withTimeout(STOP_TIMEOUT_MS, stopping.then(mailer.settled), undefined)
    await counters?.close()
  }
}

/** Prints the address of the server, sets up an empty store, and announces the address to commands that print links. */
async function reportStart(
  store: Store,
  settings: Settings,
  program: ProgramContext,
  { url, log }: { url: string; log: Log },
) {
  const address = settings.publicUrl ?? url
  // One worker prints everything at once, so that the address comes before the token.
  const setUpText = printsOutput ? await firstSetUp(store, settings, { url: address, web: program.web }) : ''
  // Not awaited: a database that does not answer must not delay the exit.
  store.announce(address).catch(cause => log({ level: 'warn', message: 'Announcing the address failed.', cause }))
  if (printsOutput) program.print([listening(settings, program, url), setUpText].filter(Boolean).join('\n\n'))
}

function listening({ workers, publicUrl }: Settings, { version }: ProgramContext, url: string): string {
  const instances = workers > 1 ? `, in ${workers} instances` : ''
  return `Workloom ${version} listens on ${url}${instances}${publicUrl ? `; people reach it at ${publicUrl}` : ''}`
}

function mailOf({ mail, publicUrl }: Settings): MailTransport | null {
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  return mail && createMailTransport({ url: mail.url, from: mail.from ?? `Workloom <workloom@${host}>` })
}

/** Sets up an empty store, and returns the text about it; empty for any other store. */
async function firstSetUp(
  store: Store,
  settings: Settings,
  { url, web }: { url: string; web: string },
): Promise<string> {
  const { email = 'admin@example.com', organization } = settings
  const created = await store.write(async tx => {
    const setup = await setUpFirst(tx, { ...settings, email })
    return setup && { token: setup.token, link: linkTo(url, await createLink(tx, setup.user, 'first_run')) }
  })
  if (!created) return ''
  const build = isBuilt(web) ? '' : 'The web app is not built. Build it first: npm ci && npm run build\n\n'
  return `This is the first start, so there is now an organization with an administrator:

  organization   ${organization}
  administrator  ${email}
  access token   ${created.token}

${build}Open this address to sign in as the administrator and to choose a password. It works once, within a day:

  ${created.link}

The token is shown only now, too. Try it:

  curl -H 'Authorization: Bearer ${created.token}' ${url}/api/1.0/users/me
`
}

/** Closes the listener, and waits for the requests in flight. */
async function drain(app: AppServer): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await app.close()
  clearTimeout(timer)
}
