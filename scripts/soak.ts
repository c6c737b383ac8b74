/**
 * Instances under random load, for a given time: `npm run soak -- --minutes 60 --instances 3`.
 *
 * Invariants, at every instance:
 * - A response from the cache equals the store.
 * - No person reads what they had no right to.
 * - No response shows the state before an acknowledged write.
 *
 * It exits with 1 if one of them was violated. `--rights 100000` does something else: it grants and revokes rights
 * while the same objects are read, this many times.
 */
import { parseArgs } from 'node:util'
import { actUntil } from './soak/cells.ts'
import { changeRights } from './soak/rights.ts'
import { openStage } from './soak/stage.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    instances: { type: 'string', default: '3' },
    minutes: { type: 'string' },
    rights: { type: 'string' },
    rate: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const PROGRESS_MS = 60_000

const engine = values.engine === 'sqlite' ? 'sqlite' : 'postgres'
const [seed, rights] = [Number(values.seed), values.rights === undefined ? null : Number(values.rights)]
const length = Number(values.minutes ?? (rights === null ? 60 : 600)) * 60_000
const stage = await openStage({
  engine,
  instances: engine === 'sqlite' ? 1 : Number(values.instances),
  rate: Number(values.rate),
})
const began = performance.now()
let isStopping = false
process.once('SIGINT', () => (isStopping = true)).once('SIGTERM', () => (isStopping = true))
const isOver = () => isStopping || performance.now() - began >= length
/** What `--verify-cache` logs about a cached JSON that differs from the store. */
const DIFFERS = 'Cached JSON is stale'
const differences = () => stage.causes().get(DIFFERS) ?? []
const summary = () => ({
  seconds: Math.round((performance.now() - began) / 1000),
  ...stage.counts,
  differences: differences().length,
})
console.log(`seed ${seed}, ${engine}, instances: ${stage.instances}, since ${new Date().toISOString()}`)
const progress = setInterval(() => console.log(JSON.stringify(summary())), PROGRESS_MS)
try {
  const outcomes =
    rights === null ? await actUntil(stage, seed, isOver) : await changeRights(stage, rights, seed, isOver)
  for (const line of differences()) console.log(`DIFFERENCE ${line}`)
  const causes = Object.fromEntries([...stage.causes()].map(([cause, lines]) => [cause, lines.length]))
  const found = summary()
  console.log(JSON.stringify({ ...found, ...outcomes, causes }))
  if (found.leaks + found.stale + found.failures + found.differences > 0) process.exitCode = 1
} finally {
  clearInterval(progress)
  await stage.end()
}
process.exit()
