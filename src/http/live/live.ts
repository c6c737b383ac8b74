/**
 * `GET /-/live`: server-sent events with the objects that changed, for the pages of a signed-in person, so that they load
 * them again. After a lost connection, the stream continues from the last event id.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../../identity/tokens.ts'
import { tooMany, unauthorized } from '../../lib/errors.ts'
import { ownedFingerprints } from '../../store/queries/events/fingerprints.ts'
import { changesFingerprint } from '../../store/queries/events/live.ts'
import { administersInstallation } from '../../store/queries/identity/administrators.ts'
import { clientInfo, hasForeignOrigin } from '../client.ts'
import type { Console } from '../console/route.ts'
import { privateHeaders, READ_METHODS } from '../envelope.ts'
import { createStream, type LiveStream, type Sink, startOfStream } from './stream.ts'
import { createRounds } from './wake.ts'

/** The maximum number of streams of one person. */
const MAX_STREAMS_PER_PERSON = 5
/** How often the server looks for changes of other processes, and for changes that no log records. */
const POLL_INTERVAL_MS = 1000
/** How often an idle stream sends a comment, and its session is checked. */
const HEARTBEAT_INTERVAL_MS = 15_000

const streamHeaders = {
  ...privateHeaders,
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies that buffer responses would buffer this one forever.
  'x-accel-buffering': 'no',
}

export function serveLive(server: FastifyInstance, console: Console): void {
  const streams = new Map<LiveStream, number>()
  const stop = wakeOnChanges(console, streams)
  let isShuttingDown = false
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isFromOtherSite(request) || hasForeignOrigin(console, request)) throw unauthorized()
    const { session } = clientInfo(console, request)
    const credentials = { authorization: undefined, session }
    const { gid: me } = await authenticate(console.store, credentials, console.clock())
    if (request.method === 'HEAD') return void openSink(reply, '').end(false)
    const { read } = console.store
    const seesJobs = await administersInstallation(read, me)
    const owned = await ownedFingerprints(read, me, seesJobs)
    const { cursors, text } = await startOfStream(console.store, me, lastPosition(request))
    // There is no `await` from here on, so that simultaneous requests are counted one by one.
    if ([...streams.values()].filter(person => person === me).length >= MAX_STREAMS_PER_PERSON) throw tooMany(60)
    const sink = openSink(reply, text)
    const stream = createStream({ ...console, session: session ?? '', me, seesJobs, owned, sink }, cursors)
    // A client that has disconnected meanwhile takes no slot.
    if (!reply.raw.destroyed) streams.set(stream, me)
    reply.raw.on('close', () => streams.delete(stream)).on('error', () => streams.delete(stream))
    // A page that connects during shutdown is disconnected like the others; it reconnects to the next server by itself.
    if (isShuttingDown) return stream.end()
    void stream.sendChanges()
  }
  server.route({ method: READ_METHODS, url: '/-/live', handler: serve })
  server.addHook('preClose', async () => {
    isShuttingDown = true
    stop()
    for (const stream of streams.keys()) stream.end()
  })
}

/**
 * Where a page continues. A browser that reconnects repeats the address of the first time, and names the last event that
 * it received in the header, so the header takes precedence.
 */
function lastPosition({ headers, query }: FastifyRequest): string | undefined {
  const { 'last-event-id': last } = headers
  const { after } = query as Record<string, unknown>
  if (typeof last === 'string') return last
  return after === undefined ? undefined : String(after)
}

/** A page of this server opens the stream without custom headers; a page of another site must not. */
function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

function openSink(reply: FastifyReply, text: string): Sink {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(reply.statusCode, streamHeaders)
  raw.write(text)
  return {
    write: added => void raw.write(added),
    bufferedBytes: () => raw.writableLength,
    end: atOnce => void (atOnce ? raw.destroy() : raw.end()),
  }
}

/** Wakes the streams after a change, of this process or another; returns a function that stops it. */
function wakeOnChanges({ store }: Console, streams: ReadonlyMap<LiveStream, number>): () => void {
  let fingerprint = 0
  const rounds = createRounds(() => Promise.allSettled([...streams.keys()].map(stream => stream.sendChanges())))
  const wakeSoon = () => {
    if (streams.size > 0) rounds.request()
  }
  const pollChanges = async () => {
    if (streams.size === 0) return
    const current = await changesFingerprint(store.read)
    if (current !== fingerprint) wakeSoon()
    fingerprint = current
  }
  const stopListening = store.listen(wakeSoon)
  const polling = setInterval(() => {
    void pollChanges().catch(() => undefined)
    for (const stream of streams.keys()) void stream.checkOwn()
  }, POLL_INTERVAL_MS).unref()
  const heartbeat = setInterval(() => {
    for (const stream of streams.keys()) void stream.sendHeartbeat()
  }, HEARTBEAT_INTERVAL_MS).unref()
  return () => {
    stopListening()
    rounds.stop()
    clearInterval(polling)
    clearInterval(heartbeat)
  }
}
