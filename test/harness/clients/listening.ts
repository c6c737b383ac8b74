/** A world that listens on loopback, for clients that send HTTP themselves. */
import { checkListening } from '../openapi/listening.ts'
import { type World, world } from '../world.ts'

/** The world, and its address without a trailing slash. It ends with the test. */
export async function listeningWorld(wanted?: Parameters<typeof world>[0]): Promise<World & { origin: string }> {
  const made = await world(wanted)
  checkListening(made.app)
  const origin = await made.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...made, origin }
}
