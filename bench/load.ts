/**
 * The load: raw keep-alive sockets that send ready-made bytes and only look for the end of each answer, one request
 * in flight on each. Anything heavier would be measured in place of the server. It never sleeps during a round: waking
 * an idle core can cost the server more than the whole answer, and only the slower of two servers would pay for it.
 */
import { connect } from 'node:net'
import { serve, told } from './child.ts'

export interface Round {
  port: number
  connections: number
  milliseconds: number
}

export interface Measured {
  requests: number
  seconds: number
  /** The first answer that was not a 2xx, or why a connection broke. */
  wrong?: string
}

// Requests are sent in turn by all connections.
const requests = (await told<{ requests: string[] }>()).requests.map(text => Buffer.from(text))
let turn = 0

interface Run {
  until: number
  done: number
  over?: boolean
  wrong?: string
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Sends until the time is over; resolves when the connection has ended. */
function client(port: number, run: Run): Promise<void> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let head: Buffer = Buffer.alloc(0)
    let missing = 0
    const send = () => socket.write(requests[turn++ % requests.length] ?? '')
    const fail = (reason: string) => {
      run.wrong ??= reason
      socket.destroy()
    }
    const begin = (chunk: Buffer): boolean => {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf(HEAD_END)
      if (end < 0) return false
      const text = head.toString('latin1', 0, end)
      if (text[9] !== '2') fail(head.toString())
      const length = /content-length: *(\d+)/i.exec(text)?.[1]
      if (length === undefined) fail(`An answer without a length: ${text}`)
      missing = end + HEAD_END.length + Number(length) - head.length
      head = head.subarray(0, 0)
      return true
    }
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) missing -= chunk.length
      else if (!begin(chunk)) return
      if (missing > 0) return
      if (performance.now() >= run.until) socket.destroy()
      else send()
      run.done++
    })
    socket.on('error', error => fail(String(error)))
    socket.on('close', () => resolve())
    socket.on('connect', send)
  })
}

serve({}, async ({ port, connections, milliseconds }: Round): Promise<Measured> => {
  const began = performance.now()
  const run: Run = { until: began + milliseconds, done: 0 }
  const spin = () => void (run.over || setImmediate(spin))
  spin()
  await Promise.all(Array.from({ length: connections }, () => client(port, run)))
  run.over = true
  const measured: Measured = { requests: run.done, seconds: (performance.now() - began) / 1000 }
  return run.wrong ? { ...measured, wrong: run.wrong } : measured
})
