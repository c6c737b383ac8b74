/** What a valid seed contains, before it is loaded. */
import type { GivenType } from '../load/given.ts'
import type { TextPosition } from './document.ts'

/** A point in time: milliseconds since the Unix epoch, or relative to the time of the load. */
export type Moment = number | Relative

/** A date or a time relative to that of the load, such as `+3d`. */
export interface Relative {
  relative: string
  as: 'date' | 'timestamp'
}

/** An object of a seed. */
export interface SeedObject {
  type: GivenType
  gid: number
  /** Its key with those of the objects that contain it, such as `launch/brief`. */
  path: string
  at: TextPosition
  /** The path in the document, such as `projects.launch.tasks.brief`. */
  place: string
  by: number
  /** By default, the time of the load. */
  created_at: Moment | null
  parent: { type: GivenType; gid: number } | null
  values: Record<string, unknown>
}

export interface SeedContents {
  /** The time at which a world with this seed starts held, in milliseconds since the Unix epoch; null for real time. */
  clock: number | null
  workspace: number
  /** Each after those that contain it; of one type in the order of the file. */
  objects: readonly SeedObject[]
  dependencies: readonly { task: number; dependency: number }[]
  generators: readonly TaskGenerator[]
  outside: readonly OutsideReference[]
  /** The gid of each key, by its path. */
  gids: Readonly<Record<string, string>>
  /** The tokens, by the keys of their users. */
  tokens: Readonly<Record<string, string>>
}

/** A reference to an object that the store must have already, or that has an explicit gid. */
export interface OutsideReference {
  gid: number
  types: readonly GivenType[]
  at: TextPosition
  place: string
}

/** Tasks to generate in a project. */
export interface TaskGenerator {
  project: number
  /** The path of the project. */
  path: string
  /** The object whose author creates them. */
  owner: Pick<SeedObject, 'by'>
  tasks: number
  seed: number
  assignees: number[]
  sections: number[]
  tags: number[]
}
