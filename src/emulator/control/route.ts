/** The routes of the control API: how one is declared, and what a call of it knows. */
import type { EmulatorOptions } from '../options.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../worlds.ts'

/** The emulator and the world for which a request came. */
export interface ControlTarget {
  options: EmulatorOptions
  worlds: Worlds
  world: World
  /** `http://host`, as the client wrote it, and what it writes before the paths of the world. */
  origin: string
  prefix: string
}

export interface ControlCall extends ControlTarget {
  /** The value of the `:name` in the path. */
  param: string
  query: URLSearchParams
  /** The body as it was sent, and its media type. */
  text: string
  mediaType: string
  /** The body as JSON, without the wrapper `data`; an empty one is `{}`. Throws 400. */
  body(): unknown
}

export interface ControlRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/-/emulator`; a last part `:name` stands for any text without a slash. */
  path: string
  /** Whether the answer says that something was created. */
  creates?: true
  /** Whether the answer is the whole body, without the wrapper `data`. */
  isBare?: true
  /** Returns the member `data` of the answer. */
  answer(call: ControlCall): Promise<unknown>
}
