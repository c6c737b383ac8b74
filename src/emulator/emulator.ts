/**
 * The emulator: one HTTP server before any number of worlds. It selects the world of each request, and serves the control
 * API itself.
 * Invariant: every response names its world in a header, so that the emulator cannot be taken for the real service.
 */

import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { listeningAt } from '../http/address.ts'
import { createListener, defaultConnectionLimits } from '../http/connections/listener.ts'
import { ApiError, failure, notAllowed, serviceUnavailable } from '../lib/errors.ts'
import { answerControl, isControl, refuse } from './control/control.ts'
import { refusalOf } from './guard.ts'
import type { EmulatorOptions } from './options.ts'
import { pageAddress, schemeOf } from './page_host.ts'
import { DEFAULT_WORLD, selectWorld, showWorld } from './select.ts'
import { serve } from './serve.ts'
import { addTls } from './tls/tls.ts'
import type { World } from './world/world.ts'
import { createWorlds, type Worlds } from './worlds.ts'

export interface Emulator {
  /** The world of requests that name none. */
  readonly world: World
  readonly worlds: Worlds
  readonly server: Server
  /** Listens, and returns the address. */
  listen(where: { host: string; port: number }): Promise<string>
  /** Listens with TLS, and returns the port. */
  listenWithTls(where: { host: string; port: number }): Promise<number>
  close(): Promise<void>
}

/** Creates the emulator with its default world. */
export async function createEmulator(options: EmulatorOptions): Promise<Emulator> {
  const worlds = createWorlds(options)
  const world = await worlds.of(DEFAULT_WORLD).catch(async error => {
    await worlds.close()
    throw error
  })
  const answer = answering(options, worlds)
  const server = createListener(defaultConnectionLimits, (request, response) => {
    answer(request, response).catch(error => {
      if (!(error instanceof ApiError)) options.log({ level: 'error', message: 'The emulator failed.', cause: error })
      refuse(response, error instanceof ApiError ? error : serviceUnavailable(error))
    })
  })
  const tls = options.tls && addTls(server, { ...options.tls, clock: options.clock })
  return {
    ...{ world, worlds, server },
    listenWithTls: async where => tls?.listen(where) ?? 0,
    async listen({ host, port }) {
      server.listen(port, host)
      await once(server, 'listening')
      return listeningAt(server.address())
    },
    async close() {
      tls?.close()
      server.close()
      server.closeIdleConnections()
      await worlds.close()
      server.closeAllConnections()
    },
  }
}

const answering =
  (options: EmulatorOptions, worlds: Worlds) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const selection = selectWorld(request)
    const { name, prefix, host } = selection
    showWorld(response, selection)
    const page = pageAddress(request, selection)
    if (page)
      return void response.writeHead(failure.temporaryRedirect, { location: page, 'cache-control': 'no-store' }).end()
    if (!isControl(request.url ?? '')) return serve(await worlds.of(name), request, response)
    const publicHost = options.publicUrl && options.allowsNetwork ? new URL(options.publicUrl).hostname : undefined
    const refusal = refusalOf(request.headers, host, publicHost)
    if (refusal !== undefined) throw notAllowed(refusal)
    const origin = `${schemeOf(request)}://${host}`
    return answerControl({ options, worlds, world: await worlds.of(name), origin, prefix }, request, response)
  }
