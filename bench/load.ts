/**
 * The load: raw keep-alive sockets that send prepared bytes and look only for the end of each response, with one
 * request in flight on each. A heavier client would be measured instead of the server. It never sleeps during a round:
 * waking an idle core can cost the server more than the whole response, and only the slower of two servers would pay
 * for it.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { readOptions, serve } from './child.ts'

/** Requests that are sent in turn; or one for each gid of a file, also in turn. */
export type Requests = string[] | { before: string; after: string; file: string }

export interface Round {
  port: number
  connections: number
  milliseconds: number
  /** Ends the round early when it has no more requests. */
  maxRequests: number
}

export interface LoadResult {
  requests: number
  seconds: number
  /** The first response that was not a 2xx, or why a connection broke. */
  error?: string
}

const { requests } = await readOptions<{ requests: Requests }>()
const next = Array.isArray(requests) ? inTurn(requests) : oneForEach(requests)

function inTurn(texts: string[]): () => Buffer | string {
  const ready = texts.map(text => Buffer.from(text))
  let turn = 0
  return () => ready[turn++ % ready.length] ?? ''
}

/** Prepared before the load begins: about 250 bytes for each gid. */
function oneForEach({ before, after, file }: Exclude<Requests, string[]>): () => Buffer | string {
  const { buffer, byteOffset, byteLength } = readFileSync(file)
  const gids = new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength))
  const size = before.length + 16 + after.length
  const all = Buffer.alloc(size * gids.length)
  for (const [index, gid] of gids.entries()) all.write(`${before}${gid}${after}`, index * size, 'latin1')
  let turn = 0
  return () => {
    if (turn === gids.length) throw new Error('Every task has been read: the store is too small.')
    return all.subarray(turn * size, ++turn * size)
  }
}

interface Run {
  until: number
  started: number
  maxRequests: number
  done: number
  over?: boolean
  error?: string
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** Sends until the time is over; resolves when the connection has closed. */
function client(port: number, run: Run): Promise<void> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const answer = reading(reason => {
      run.error ??= reason
      socket.destroy()
    })
    const send = () => {
      if (performance.now() >= run.until || run.started === run.maxRequests) return socket.destroy()
      run.started++
      socket.write(next())
    }
    socket.on('data', (chunk: Buffer) => {
      if (!answer(chunk)) return
      run.done++
      send()
    })
    socket.on('error', error => {
      run.error ??= String(error)
    })
    socket.on('close', () => resolve())
    socket.on('connect', send)
  })
}

/** Returns for each chunk whether a response ends with it. */
function reading(fail: (reason: string) => void): (chunk: Buffer) => boolean {
  let head: Buffer = Buffer.alloc(0)
  let missing = 0
  let isChunked = false
  const ends = (chunk: Buffer) => chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
  return chunk => {
    if (isChunked) {
      isChunked = !ends(chunk)
      return !isChunked
    }
    if (missing > 0) {
      missing -= chunk.length
      return missing <= 0
    }
    head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
    const end = head.indexOf(HEAD_END)
    if (end < 0) return false
    const text = head.toString('latin1', 0, end)
    if (text[9] !== '2') fail(head.toString())
    const length = /content-length: *(\d+)/i.exec(text)?.[1]
    isChunked = length === undefined && /transfer-encoding: *chunked/i.test(text) && !ends(head)
    missing = length === undefined ? 0 : end + HEAD_END.length + Number(length) - head.length
    head = head.subarray(0, 0)
    return missing <= 0 && !isChunked
  }
}

serve({}, async ({ port, connections, milliseconds, maxRequests }: Round): Promise<LoadResult> => {
  const began = performance.now()
  const run: Run = { until: began + milliseconds, started: 0, maxRequests, done: 0 }
  const spin = () => void (run.over || setImmediate(spin))
  spin()
  await Promise.all(Array.from({ length: connections }, () => client(port, run)))
  run.over = true
  const measured: LoadResult = { requests: run.done, seconds: (performance.now() - began) / 1000 }
  return run.error ? { ...measured, error: run.error } : measured
})
