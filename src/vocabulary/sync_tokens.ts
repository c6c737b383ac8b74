/** Sync tokens: the position of a client in an event stream. A token belongs to one stream, which a gid names. */
export interface SyncTokens {
  /**
   * A token for a client that has read up to a change. Its age counts from `since`: the time before which the client
   * has read everything. The default is now; it is earlier if more events are waiting.
   */
  issue(stream: number, change: number, since?: number): string
  /** The number of the change; undefined for a token of another stream, an expired token, and any other text. */
  read(stream: number, token: string): number | undefined
}
