/** Self-measurement of every server of the bench: CPU time, memory, and profile. */
import { Session } from 'node:inspector/promises'

export type GaugeQuestion = 'cpu' | 'profile' | 'profiled'

export interface GaugeReading {
  /** Microseconds of CPU of this process since its start, system time included. */
  cpu: number
}

/** One function of a profile and the microseconds spent in it, without those of its callees. */
export interface FunctionTime {
  name: string
  at: string
  self: number
}

export interface Profile {
  total: number
  spent: FunctionTime[]
}

const session = new Session()

export async function gauge(question: GaugeQuestion): Promise<GaugeReading | Profile> {
  if (question === 'cpu') return reading()
  if (question === 'profiled') return finish()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 100 })
  await session.post('Profiler.start')
  return reading()
}

function reading(): GaugeReading {
  const { user, system } = process.cpuUsage()
  return { cpu: user + system }
}

async function finish(): Promise<Profile> {
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const times = new Map<number, number>()
  for (const [index, id] of (profile.samples ?? []).entries()) {
    times.set(id, (times.get(id) ?? 0) + (profile.timeDeltas?.[index] ?? 0))
  }
  const found = new Map<string, FunctionTime>()
  let total = 0
  for (const { id, callFrame } of profile.nodes) {
    const self = times.get(id) ?? 0
    if (callFrame.functionName === '(idle)') continue
    total += self
    const at = `${callFrame.url.replace(/^.*\/(?=(?:src|node_modules|bench)\/)/, '')}:${callFrame.lineNumber + 1}`
    const name = callFrame.functionName || '(anonymous)'
    const known = found.get(`${name} ${at}`)
    if (known) known.self += self
    else found.set(`${name} ${at}`, { name, at, self })
  }
  return { total, spent: [...found.values()].sort((a, b) => b.self - a.self) }
}
