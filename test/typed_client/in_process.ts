/** `fetch` for the client of a test: requests reach the world without a network. */
import type { World } from '../harness/world.ts'

export function fetchOf({ app }: Pick<World, 'app'>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const response = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      payload: Buffer.from(await request.arrayBuffer()),
    })
    const headers = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    return new Response(response.payload, { status: response.statusCode, headers })
  }
}
