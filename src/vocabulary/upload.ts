/** A file that a client uploaded. Its content is in the storage of files, and no row refers to it yet. */

export class Upload {
  readonly key: string
  /** The name that the client gave it, without a path. */
  readonly name: string
  readonly type: string
  /** In bytes. */
  readonly size: number

  constructor({ key, name, type, size }: { key: string; name: string; type: string; size: number }) {
    this.key = key
    this.name = name
    this.type = type
    this.size = size
  }
}
