/** Live: from the answer of another person's write until it is painted here. */
import { sizes } from '../sizes.ts'
import { type AppMeasurement, openRows, pathOf, slowest } from './lines.ts'

export const measureLive: AppMeasurement = async (report, office) => {
  const [mine, theirs] = [await office.open('ann'), await office.open('ben')]
  const page = await openRows(mine, pathOf(office, 'small'))
  const headers = { 'x-requested-with': 'bench' }
  // The list shows incomplete tasks.
  const path = `/api/1.0/tasks?project=${office.project('small')}&completed_since=now&limit=1`
  const list = await theirs.request.get(path, { headers })
  const { data } = (await list.json()) as { data: { gid: string }[] }
  const delays: number[] = []
  for (let write = 0; write < sizes.app.writes; write++) {
    const name = `Renamed ${write}`
    await theirs.request.put(`/api/1.0/tasks/${data[0]?.gid}`, { headers, data: { data: { name } } })
    const began = performance.now()
    await page.getByRole('row', { name, exact: true }).waitFor()
    delays.push(performance.now() - began)
  }
  await report(slowest('app: another person’s write until it is painted, p95', delays, '500; 300 ms'))
  await mine.close()
  await theirs.close()
}
