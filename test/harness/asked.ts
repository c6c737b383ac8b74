/** Everything that PostgreSQL is asked by this process, with the beginnings and the ends of transactions. */
import pg from 'pg'

/** Notes from now on what any connection is asked; answers how to take the texts since the last time. */
export function asked(): () => string[] {
  const texts: string[] = []
  const query = pg.Client.prototype.query as (...all: unknown[]) => unknown
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...all: unknown[]) {
      const [one] = all as [string | { text: string }]
      texts.push(typeof one === 'string' ? one : one.text)
      return query.apply(this, all)
    },
  })
  return () => texts.splice(0)
}
