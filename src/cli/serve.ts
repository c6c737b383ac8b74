/**
 * `serve`: runs the server. An empty store is set up first; only then is a token printed.
 * Invariant: only this command closes the store, after the last request.
 */
import { Refusal } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { type AuditFile, keepAuditFile } from '../events/audit_file.ts'
import { isBuilt } from '../http/pages.ts'
import { createLink, linkTo } from '../identity/links.ts'
import { createPost as createLetters, createMail, type Mail } from '../identity/mail.ts'
import { createJobs } from '../jobs/kinds.ts'
import { byLetter } from '../jobs/notify.ts'
import { createPost } from '../jobs/post.ts'
import { withTimeout } from '../lib/clock.ts'
import type { Log } from '../observe/log.ts'
import { aroundJobs, observedPost, observedStore } from '../observe/observer.ts'
import { openCounterStore } from '../store/counters/open.ts'
import type { Store } from '../store/db.ts'
import type { Command, Listening, Program } from './command.ts'
import { keyOf } from './key/key.ts'
import { listen } from './listen.ts'
import { setUpFirst } from './organization.ts'
import { isOpenToOthers, openToServe } from './store.ts'
import { type Watch, watchFor } from './watch.ts'
import { isFirst, isShown, runWorkers } from './workers.ts'

/** Requests that take longer than this to finish are cut off when the server stops. */
const GRACE = 10_000
/** A server exits after this time, even if something does not answer, because supervisors kill it soon after. */
const LONGEST = 10_500

export const serve: Command = {
  words: 'serve',
  doc: 'run the server; sets up an empty store with an organization and an access token',
  options: [
    ...(['host', 'port', 'data', 'database-url', 'database-connections', 'workers', 'memory', 'public-url'] as const),
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
    ...(['limit-person', 'max-connections'] as const),
    ...([
      'rate-limit-headers',
      'check-shown',
      'events-hours',
      'allow-private-targets',
      'audit-days',
      'audit-file',
    ] as const),
    ...(['redis-url', 'log-level', 'metrics-port', 'metrics-token'] as const),
  ],
  required: [],
  async run(settings, program) {
    if (settings.workers > 1 && isFirst) return runWorkers(settings, program)
    const stopped = program.stopped()
    const watch = await watchFor(settings, program)
    const opening = openToServe(settings, program)
    const store = await Promise.race([opening, stopped])
    // A database that does not answer must not delay the exit.
    if (!store) return void opening.then(late => late.close()).catch(() => undefined)
    try {
      warnOfFolder(settings, watch.log)
      const key = await keyOf(settings, store, message => watch.log({ level: 'warn', message }))
      const audit = await auditFile(store, settings, watch.log)
      await serveStore(observedStore(store, watch.observer), settings, program, { ...watch, key, stopped }).finally(
        () => audit?.close(),
      )
    } finally {
      await store.close()
      await watch.observer.traces?.close()
    }
  },
}

function warnOfFolder({ place }: Settings, log: Log): void {
  if (place === 'memory' || !('folder' in place) || !isOpenToOthers(place.folder)) return
  log({ level: 'warn', message: `Other users of this machine can list the folder ${place.folder}: chmod 700 it.` })
}

/** Starts writing the audit log to its file, if there is one. */
async function auditFile(store: Store, { auditFile: path }: Settings, log: Log): Promise<AuditFile | undefined> {
  // Only one worker writes it: several would each write every entry.
  if (path === undefined || !isShown) return undefined
  return keepAuditFile({ store, path, log }).catch((cause: Error) => {
    throw new Refusal(`The audit log cannot be written to ${path}: ${cause.message}.`, 1, { cause })
  })
}

async function serveStore(
  store: Store,
  settings: Settings,
  program: Program,
  watch: Watch & { key: string; stopped: Promise<void> },
): Promise<void> {
  const { createApp } = program
  const { publicUrl, trustedProxies, limits, rateLimitHeaders, eventsHours, metricsToken, maxConnections } = settings
  const { log, observer, logsRequests, metrics, key, stopped } = watch
  const post = observedPost(createPost({ allowPrivate: settings.allowPrivateTargets, log }), observer)
  const shared = { store, clock: store.clock, key, log, post }
  const counters = await openCounterStore({ store, redisUrl: settings.redisUrl })
  const mailing = { mail: mailOf(settings), announce: program.print }
  const app = await createApp({
    ...{ ...shared, counters, web: program.web },
    ...{ publicUrl, trustedProxies, limits, rateLimitHeaders, eventsHours, connections: { maxOpen: maxConnections } },
    ...{ ...mailing, observer, logsRequests, metricsToken, checksShown: settings.checksShown },
    hints: logsRequests || settings.place === 'memory',
  })
  const letters = createLetters({ ...mailing, log })
  const notify = byLetter(store.read, letters, log)
  const around = aroundJobs(observer)
  // A folder has one server, so the holders of existing leases are dead.
  const alone = settings.place === 'memory' || 'folder' in settings.place
  const jobs = createJobs({ ...shared, notify, eventsHours, auditDays: settings.auditDays, alone, around })
  observer.metrics?.watchQueue(jobs.oldestDue)
  try {
    await metrics?.listen()
    const url = await listen(app, settings.host, settings.port)
    await welcome(store, settings, program, { url, log })
    jobs.start()
    await stopped
  } finally {
    const left = Promise.all([finish(app), jobs.stop(), metrics?.close()])
    await withTimeout(LONGEST, left.then(letters.settled), undefined)
    await counters?.close()
  }
}

/** Prints the address of the server, sets up an empty store, and announces the address to commands that print links. */
async function welcome(store: Store, settings: Settings, program: Program, { url, log }: { url: string; log: Log }) {
  const home = settings.publicUrl ?? url
  // One worker prints everything at once, so that the address comes before the token.
  const made = isShown ? await firstSetUp(store, settings, { url: home, web: program.web }) : ''
  // Not awaited: a database that does not answer must not delay the exit.
  store.announce(home).catch(cause => log({ level: 'warn', message: 'Announcing the address failed.', cause }))
  if (isShown) program.print([listening(settings, program, url), made].filter(Boolean).join('\n\n'))
}

function listening({ workers, publicUrl }: Settings, { version }: Program, url: string): string {
  const instances = workers > 1 ? `, in ${workers} instances` : ''
  return `Workloom ${version} listens on ${url}${instances}${publicUrl ? `; people reach it at ${publicUrl}` : ''}`
}

function mailOf({ mail, publicUrl }: Settings): Mail | null {
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  return mail && createMail({ url: mail.url, from: mail.from ?? `Workloom <workloom@${host}>` })
}

/** Sets up an empty store, and returns the text about it; empty for any other store. */
async function firstSetUp(
  store: Store,
  settings: Settings,
  { url, web }: { url: string; web: string },
): Promise<string> {
  const { email = 'admin@example.com', organization } = settings
  const founded = await store.write(async tx => {
    const made = await setUpFirst(tx, { ...settings, email })
    return made && { token: made.token, link: linkTo(url, await createLink(tx, made.user, 'first_run')) }
  })
  if (!founded) return ''
  const build = isBuilt(web) ? '' : 'The web app is not built. Build it first: npm ci && npm run build\n\n'
  return `This is the first start, so there is now an organization with an administrator:

  organization   ${organization}
  administrator  ${email}
  access token   ${founded.token}

${build}Open this address to sign in as the administrator and to choose a password. It works once, within a day:

  ${founded.link}

The token is shown only now, too. Try it:

  curl -H 'Authorization: Bearer ${founded.token}' ${url}/api/1.0/users/me
`
}

/** Closes the listener, and waits for the requests in flight. */
async function finish(app: Listening): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), GRACE)
  await app.close()
  clearTimeout(timer)
}
