/** A sleep of the worker, which a notification can end. */

/** Sleeps for some milliseconds, or until `end`; a call of `end` between two sleeps ends the next one. */
export function sleeper() {
  let wake: (() => void) | undefined
  let called = false
  return {
    end() {
      if (wake) wake()
      else called = true
    },
    during: (milliseconds: number) =>
      new Promise<void>(resolve => {
        const woken = () => {
          clearTimeout(timer)
          wake = undefined
          called = false
          resolve()
        }
        const timer = setTimeout(woken, called ? 0 : milliseconds)
        wake = woken
      }),
  }
}
