/** Relations in which no object may reach itself: dependencies, portfolios in portfolios, goals that support goals. */
import { RefusedObject } from './given.ts'

/** Refuses an object that reaches itself, at any depth. `pairs` lead from an object to another one. */
export function mustBeAcyclic(pairs: readonly (readonly [from: number, to: number])[], text: string): void {
  const next = Map.groupBy(pairs, ([from]) => from)
  const state = new Map<number, 'open' | 'done'>()
  for (const start of next.keys()) {
    const path = [start]
    while (path.length > 0) {
      const object = path.at(-1) ?? start
      if (state.has(object)) {
        state.set(object, 'done')
        path.pop()
        continue
      }
      state.set(object, 'open')
      for (const [, to] of next.get(object) ?? []) {
        if (state.get(to) === 'open') throw new RefusedObject(object, new Error(text))
        if (!state.has(to)) path.push(to)
      }
    }
  }
}
