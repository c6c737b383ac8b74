/**
 * `GET /-/live`: tells the pages of whoever is signed in which objects have changed, as server-sent events, so that they
 * ask for them again. The number of the last change that a page has heard leads it on when the line was broken.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../../identity/tokens.ts'
import { tooMany, unauthorized } from '../../lib/errors.ts'
import { markOfChanges } from '../../store/queries/events/live.ts'
import { ownMarks } from '../../store/queries/events/own.ts'
import { administersInstallation } from '../../store/queries/identity/administrators.ts'
import type { Console } from '../console/route.ts'
import { privateHeaders, READS } from '../envelope.ts'
import { isOfAnother, visitOf } from '../visit.ts'
import { beginning, createStream, type Sink, type Stream } from './stream.ts'

/** How many pages of one person may listen. */
const MOST = 5
/** What is told within this time is heeded together, in milliseconds. */
const GATHER = 100
/** How often it is looked for what another process wrote, and for what is in no log of changes. */
const LOOK = 1000
/** How often a silent line shows that it is open, and its session is checked. */
const BEAT = 15_000

const streamHeaders = {
  ...privateHeaders,
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies that gather answers would gather this one for ever.
  'x-accel-buffering': 'no',
}

export function serveLive(server: FastifyInstance, console: Console): void {
  const streams = new Map<Stream, number>()
  const stop = follow(console, streams)
  let isParting = false
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isForeign(request) || isOfAnother(console, request)) throw unauthorized()
    const { session } = visitOf(console, request)
    const credentials = { authorization: undefined, session }
    const { gid: me } = await authenticate(console.store, credentials, console.clock())
    if (request.method === 'HEAD') return void open(reply, '').end(false)
    const { read } = console.store
    const seesJobs = await administersInstallation(read, me)
    const own = await ownMarks(read, me, seesJobs)
    const { 'last-event-id': last } = request.headers
    const { places, text } = await beginning(console.store, me, typeof last === 'string' ? last : undefined)
    // Nothing is waited for from here on, so that many who come at once are counted one by one.
    if ([...streams.values()].filter(person => person === me).length >= MOST) throw tooMany(60)
    const sink = open(reply, text)
    const stream = createStream({ ...console, session: session ?? '', me, seesJobs, own, sink }, places)
    // Whoever has gone meanwhile takes no place.
    if (!reply.raw.destroyed) streams.set(stream, me)
    reply.raw.on('close', () => streams.delete(stream)).on('error', () => streams.delete(stream))
    // A page that comes while the server ends is let go like the others, and comes back to the next one by itself.
    if (isParting) return stream.end()
    void stream.wake()
  }
  server.route({ method: READS, url: '/-/live', handler: serve })
  server.addHook('preClose', async () => {
    isParting = true
    stop()
    for (const stream of streams.keys()) stream.end()
  })
}

/** A page of this server opens the line by itself, without headers of its own; another site may not. */
function isForeign({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

function open(reply: FastifyReply, text: string): Sink {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(reply.statusCode, streamHeaders)
  raw.write(text)
  return {
    write: more => void raw.write(more),
    waiting: () => raw.writableLength,
    end: atOnce => void (atOnce ? raw.destroy() : raw.end()),
  }
}

/** Wakes the streams when something was told, here or elsewhere; answers how to stop that. */
function follow({ store }: Console, streams: ReadonlyMap<Stream, number>): () => void {
  let known = 0
  let gathering: NodeJS.Timeout | undefined
  const wake = () => {
    gathering = undefined
    for (const stream of streams.keys()) void stream.wake()
  }
  const heed = () => {
    if (streams.size > 0) gathering ??= setTimeout(wake, GATHER).unref()
  }
  const lookForOthers = async () => {
    if (streams.size === 0) return
    const mark = await markOfChanges(store.read)
    if (mark !== known) heed()
    known = mark
  }
  const silence = store.listen(heed)
  const looking = setInterval(() => {
    void lookForOthers().catch(() => undefined)
    for (const stream of streams.keys()) void stream.look()
  }, LOOK).unref()
  const beating = setInterval(() => {
    for (const stream of streams.keys()) void stream.beat()
  }, BEAT).unref()
  return () => {
    silence()
    clearTimeout(gathering)
    clearInterval(looking)
    clearInterval(beating)
  }
}
