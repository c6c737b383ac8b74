/** The cost of webhooks for writers: a task in a project with ten webhooks, and in a workspace with a thousand. */
import { type Checkout, here, serve } from '../checkout.ts'
import { LOAD_CORE, start } from '../child.ts'
import { bytes, CONNECTIONS, loaded } from '../contender.ts'
import { measure, type RowMeasurement } from '../rows.ts'
import { copyOf, seeded, usual } from '../stores/seed.ts'
import { plain } from '../table.ts'

export const webhooks: RowMeasurement = async report => {
  for (const [count, scope] of [
    [10, 'its project'],
    [1000, 'the workspace'],
  ] as const) {
    const receiver = await start<{ target: string }>('receiver.ts', {}, LOAD_CORE)
    const of = async (checkout: Checkout, hooks: number) => {
      const { store, remove } = copyOf(await seeded(checkout, usual(true)))
      const { folder, token, hundred } = store
      const project = scope === 'its project' ? hundred : null
      const options = { folder, hooks: { count: hooks, project, target: receiver.ready.target } }
      const request = bytes('POST', '/tasks', token, { name: 'What is to be done', projects: [String(hundred)] })
      const contender = await loaded(await serve(checkout, options), [request])
      return { ...contender, end: () => contender.end().finally(remove) }
    }
    await measure(report, {
      work: `create a task, ${CONNECTIONS} clients, ${count} webhooks on ${scope}`,
      by: checkout => of(checkout, count),
      others: [{ against: 'the same without', target: '≤ 1.3', times: true, start: () => of(here, 0) }],
    })
    const { deliveries } = await receiver.ask<{ deliveries: number }>({})
    await report(plain(`deliveries to ${count} webhooks meanwhile`, '', String(deliveries), '', ''))
    await receiver.end()
  }
}
