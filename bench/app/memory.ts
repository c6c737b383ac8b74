/** Memory: of a large list, and its growth while panes are opened. */
import { sizes } from '../sizes.ts'
import { plain } from '../table.ts'
import { focusList, openNextPane, openPane } from './input.ts'
import { type AppMeasurement, count, openRows, pathOf } from './lines.ts'
import { heapOf, untilQuiet } from './page.ts'

const { large, panes } = sizes.app
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

/**
 * The growth is measured after as many panes as then are counted: the browser compiles what runs often, and that code is
 * most of what the first ones add.
 */
export const measureMemory: AppMeasurement = async (report, office) => {
  const context = await office.open()
  const page = await openRows(context, pathOf(office, 'large'))
  const heap = `${((await heapOf(page)) / 1e6).toFixed(0)} MB`
  await report(plain(`app: heap, ${count(large)} tasks`, '', heap, '', '120; 80 MB'))
  await focusList(page)
  await openPane(page)
  const openPanes = async () => {
    for (let pane = 0; pane < panes; pane++) await openNextPane(page)
    await untilQuiet(page)
  }
  await openPanes()
  const before = await heapOf(page)
  await openPanes()
  const after = await heapOf(page)
  const growth = `${((after / before - 1) * 100).toFixed(1)} %`
  const range = `${megabytes(before)}..${megabytes(after)} MB`
  await report(plain(`app: growth of the heap after ${panes} more panes`, '', growth, range, '10; 3 %'))
  await context.close()
}
