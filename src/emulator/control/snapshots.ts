/** Snapshots of a world. */
import { malformed } from '../../lib/errors.ts'
import type { Snapshot } from '../snapshots.ts'
import type { ClockState } from '../world/clock.ts'
import { members, shown, text } from './input.ts'
import type { ControlCall, ControlRoute } from './route.ts'
import { milliseconds } from './state.ts'

const NAME = /^[\w][\w.-]{0,63}$/
/** Words that a reset understands. */
const RESERVED = ['seed', 'empty']

export const snapshotRoutes: readonly ControlRoute[] = [
  { method: 'POST', path: '/snapshot', creates: true, answer: take },
  {
    method: 'GET',
    path: '/snapshots',
    answer: async call => call.worlds.snapshots.of(call.world).map(one => show(call, one)),
  },
  {
    method: 'DELETE',
    path: '/snapshots/:name',
    async answer({ worlds, world, param }) {
      worlds.snapshots.remove(world, param)
      return {}
    },
  },
  { method: 'POST', path: '/restore', answer: restore },
]

const show = ({ options }: ControlCall, { name, bytes, clock }: Snapshot) => ({
  ...{ name, bytes: bytes.length, clock: shown(timeOf(clock, options.clock())) },
})

/** The time of a clock that was stored. A clock that runs has only a difference to real time. */
const timeOf = (state: ClockState, now: number): number => (state.mode === 'held' ? state.at : now + state.offsetMs)

async function take(call: ControlCall) {
  const { world, worlds } = call
  const name = text('name', members(call.body(), ['name']).name)
  if (name !== undefined && (!NAME.test(name) || RESERVED.includes(name)))
    throw malformed('name: It must have 1 to 64 letters, digits or _.-, and be neither seed nor empty.')
  return show(call, await world.alone(async () => worlds.snapshots.take(world, name)))
}

async function restore(call: ControlCall) {
  const { world, worlds } = call
  const began = performance.now()
  const name = text('name', members(call.body(), ['name']).name)
  if (name === undefined) throw malformed('name: It is required.')
  return world.alone(async () => {
    const snapshot = worlds.snapshots.get(world, name)
    await world.replace(snapshot)
    world.change(snapshot.settings)
    return { name, clock: shown(world.clock.now()), took_ms: milliseconds(began) }
  })
}
