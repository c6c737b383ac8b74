/** The clock of a world, and the jobs that depend on it. */
import { withTimeout } from '../../lib/clock.ts'
import { malformed, notSettled } from '../../lib/errors.ts'
import { listJobs } from '../../store/queries/jobs/queue.ts'
import { advance, runDue } from '../world/advance.ts'
import type { JobRun, JobRuns } from '../world/runs.ts'
import type { World } from '../world/world.ts'
import { duration, type GivenMembers, INSTANT_RULE, instant, LAST_INSTANT, members, shown } from './input.ts'
import type { ControlCall, ControlRoute } from './route.ts'

export const clockRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/clock', answer: ({ world }) => show(world) },
  { method: 'POST', path: '/clock', answer: move },
  { method: 'POST', path: '/settle', answer: settle },
]

const MOVES = ['freeze', 'set', 'advance', 'real'] as const

/** The jobs that are shown as the next ones. */
const MAX_NEXT = 100
const MAX_ADVANCE_MS = 10 * 366 * 86_400_000
const MAX_TICK_MS = 60_000
const MAX_SETTLE_MS = 60_000
const SETTLE_MS = 5000

async function show(world: World, isCut = false) {
  const { now, state } = world.clock
  const { worker, store, runs } = world
  const jobs = (await listJobs(store.read, MAX_NEXT)).filter(({ kind }) => worker.timedKinds.includes(kind))
  return {
    ...{ now: shown(now()), mode: state().mode, tick_ms: state().tickMs },
    next: jobs.map(({ run_at, kind, subject }) => ({ at: shown(run_at), kind, subject: subjectOf(subject) })),
    ...showRuns(runs),
    is_cut: isCut,
  }
}

const showRun = ({ at, kind, subject, outcome }: JobRun) => ({
  ...{ at: shown(at), kind, subject: subjectOf(subject), outcome },
})

function showRuns(runs: JobRuns) {
  const { runs: listed, leftOut } = runs.list()
  return { ran: listed.map(showRun), ran_left_out: leftOut }
}

/** Jobs of which there is one have no subject. */
const subjectOf = (subject: number): string | null => (subject === 0 ? null : String(subject))

async function move(call: ControlCall) {
  const { world } = call
  const body = members(call.body(), [...MOVES, 'tick_ms'])
  const moves = MOVES.filter(name => body[name] !== undefined)
  if (moves.length > 1 || (moves.length === 0 && body.tick_ms === undefined))
    throw malformed(`The body must have one of ${MOVES.join(', ')}, and may have tick_ms.`)
  const tickMs = duration('tick_ms', body.tick_ms, MAX_TICK_MS)
  return world.alone(async () => {
    const isCut = await moveTo(world, body)
    if (tickMs !== undefined) world.clock.setTick(tickMs)
    const shownClock = await show(world, isCut)
    world.runs.clear()
    return shownClock
  })
}

/** Moves the clock. Returns whether jobs are left that were due on the way. */
async function moveTo(world: World, { freeze, set, advance: by, real }: GivenMembers): Promise<boolean> {
  const { clock } = world
  if (real !== undefined && real !== true) throw malformed('real: It must be true.')
  if (real) clock.run()
  if (freeze !== undefined) clock.freeze(freezingAt(world, freeze))
  if (set !== undefined) clock.set(notBefore(world, 'set', instant('set', set)))
  const milliseconds = duration('advance', by, MAX_ADVANCE_MS)
  if (milliseconds === undefined) return false
  const target = clock.now() + milliseconds
  if (target >= LAST_INSTANT) throw malformed(`advance: The clock would not show ${INSTANT_RULE}.`)
  return advance(world, target)
}

/** A clock that runs can be held at any time; one that is held does not move backwards. */
function freezingAt(world: World, freeze: unknown): number | undefined {
  if (freeze === true) return undefined
  const at = instant('freeze', freeze)
  return world.clock.state().mode === 'held' ? notBefore(world, 'freeze', at) : at
}

function notBefore({ clock }: World, name: string, at: number): number {
  if (at >= clock.now()) return at
  throw malformed(
    `${name}: It is in the past. Only a reset moves the clock backwards: it is ${shown(clock.now())} now.`,
  )
}

/** Waits until no job is due and none runs. */
async function settle({ world, body }: ControlCall) {
  const timeoutMs = duration('timeout', members(body(), ['timeout']).timeout, MAX_SETTLE_MS) ?? SETTLE_MS
  const settling = runDue(world, world.worker).then(() => true)
  if (!(await withTimeout(timeoutMs, settling, false)))
    throw notSettled(`Jobs still run after ${timeoutMs} ms. A webhook target may be slow: give a longer timeout.`)
  const ran = showRuns(world.runs)
  world.runs.clear()
  return { is_settled: true, ...ran }
}
