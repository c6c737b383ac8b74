/** Who calls. */
export interface Actor {
  /** The user. */
  gid: number
  /** The access token that this request came with. */
  token: number
  /** The person's IANA time zone: it decides on which day a moment falls. */
  timeZone: string
}
