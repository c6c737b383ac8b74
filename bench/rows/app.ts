/**
 * The web app in Chromium, with the built program on the same machine: starts, input, scrolling, live changes, memory, and
 * each screen. The figures of scrolling are relative to a plain page of as many rows or cards in the same run.
 */
import { measureCommandMenu } from '../app/command_menu.ts'
import { measureIdle } from '../app/idle.ts'
import { measureInbox } from '../app/inbox.ts'
import { measureInput } from '../app/input.ts'
import type { AppMeasurement } from '../app/lines.ts'
import { measureLive } from '../app/live.ts'
import { measureMemory } from '../app/memory.ts'
import { openOffice } from '../app/office.ts'
import { measureScreens } from '../app/screens.ts'
import { measureScrolling } from '../app/scrolling.ts'
import { measureSearch } from '../app/search.ts'
import { measureStarts } from '../app/starts.ts'
import type { RowMeasurement } from '../rows.ts'

const subjects: readonly AppMeasurement[] = [
  ...[measureStarts, measureInput, measureCommandMenu, measureScrolling, measureLive, measureMemory],
  ...[measureIdle, measureInbox, measureSearch, measureScreens],
]

export const app: RowMeasurement = async report => {
  const office = await openOffice()
  if (!office) return
  const problems: unknown[] = []
  try {
    // A subject that fails does not withhold the figures of the others.
    for (const measure of subjects) await measure(report, office).catch(problem => problems.push(problem))
  } finally {
    await office.close()
  }
  if (problems.length > 0) throw new Error(problems.map(one => (one instanceof Error ? one.stack : one)).join('\n'))
}
