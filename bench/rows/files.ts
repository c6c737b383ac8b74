/** One file of 100 MB: uploaded and downloaded, against bare `node:http` with the same disk, and the memory that it takes. */
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { here } from '../checkout.ts'
import { type Child, start } from '../child.ts'
import type { Rate } from '../contender.ts'
import type { GaugeReading } from '../gauge.ts'
import type { RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import { copyOf, seeded, usual } from '../stores/seed.ts'
import { comparison, timed } from '../table.ts'

const CHUNK = Buffer.alloc(64 * 1024, 'x')
const CHUNKS = 1590
const MEGABYTES = (CHUNKS * CHUNK.length) / 1024 / 1024

type Server = Child<{ port: number }>

interface Transfer {
  method: string
  path: string
  headers?: Record<string, string>
  head?: string
  tail?: string
}

/** Sends a request, with chunks between head and tail if it has those; returns the number of bytes of the response and its text. */
async function exchange({ ready }: Server, { method, path, headers = {}, head, tail }: Transfer) {
  const sent = request({ host: '127.0.0.1', port: ready.port, method, path, headers })
  const answered = new Promise<{ bytes: number; text: string }>((resolve, reject) => {
    sent.once('error', reject).once('response', response => {
      let bytes = 0
      let text = ''
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes < 10_000) text += chunk
      })
      response.once('end', () => resolve({ bytes, text })).once('error', reject)
    })
  })
  if (head !== undefined) {
    sent.write(head)
    for (let chunk = 0; chunk < CHUNKS; chunk++)
      if (!sent.write(CHUNK)) await new Promise(done => sent.once('drain', done))
  }
  sent.end(tail)
  return answered
}

/** The rate in megabytes a second, with the CPU time of the server for each megabyte. */
async function rateOf(server: Server, work: () => Promise<unknown>): Promise<Rate> {
  const before = await server.ask<GaugeReading>('cpu')
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  const { cpu } = await server.ask<GaugeReading>('cpu')
  return { perSecond: MEGABYTES / seconds, cpu: (cpu - before.cpu) / MEGABYTES }
}

const BOUNDARY = 'a-boundary'
const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`
const tail = `\r\n--${BOUNDARY}--\r\n`

export const files: RowMeasurement = async report => {
  const { store, remove } = copyOf(await seeded(here, usual(false)))
  const ours: Server = await start('server.ts', { folder: store.folder })
  const bare: Server = await start('bare_files.ts', { folder: store.folder })
  try {
    const headers = {
      authorization: `Bearer ${store.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    }
    const path = `/api/1.0/attachments?parent=${store.large}&opt_fields=download_url`
    const upload = () => exchange(ours, { method: 'POST', path, headers, head, tail })
    const { data } = JSON.parse((await upload()).text)
    const { pathname, search } = new URL(data.download_url)
    const works = {
      upload: [upload, () => exchange(bare, { method: 'POST', path: '/', head, tail })],
      download: [
        () => exchange(ours, { method: 'GET', path: `${pathname}${search}` }),
        () => exchange(bare, { method: 'GET', path: '/' }),
      ],
    } as const
    await works.upload[1]()
    const memory = watchMemory(ours.pid)
    for (const [verb, [our, other]] of Object.entries(works)) {
      const rounds: { ours: Rate[]; other: Rate[] } = { ours: [], other: [] }
      for (let round = 0; round < sizes.times; round++) {
        rounds.ours.push(await rateOf(ours, our))
        rounds.other.push(await rateOf(bare, other))
      }
      const against = 'bare node:http, the same disk'
      await report(comparison({ work: `${verb} of ${Math.round(MEGABYTES)} MB`, against, target: '≥ 0.7' }, rounds))
    }
    const growth = { work: 'memory growth while files pass', target: '≤ 16 MB', unit: 'MB', digits: 1 }
    await report(timed(growth, [memory.end()], undefined))
  } finally {
    await Promise.all([ours.end(), bare.end()])
    remove()
  }
}

/** The growth of the resident memory of a process, in MB, until `end`. */
function watchMemory(pid: number) {
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  const first = resident()
  let peak = first
  const timer = setInterval(() => {
    peak = Math.max(peak, resident())
  }, 10)
  return {
    end() {
      clearInterval(timer)
      return peak - first
    },
  }
}
