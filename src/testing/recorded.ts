/** A request that a world recorded, as the control API shows it. */

export interface RecordedRequest {
  id: string
  /** By the clock of the world. */
  at: string
  real_at: string
  method: string
  path: string
  /** A parameter that is repeated has a list of values. */
  query: Record<string, string | string[]>
  operation: string | null
  /** Null if the connection ended without a response. */
  status: number | null
  ms: number
  token: { gid: string; name: string } | null
  user: string | null
  request: { headers: Record<string, string>; body: unknown }
  response: { headers: Record<string, string>; body: unknown }
  /** The ids of the rules that changed it, separated by commas. */
  fault: string | null
  warnings: readonly string[]
  /** Whether a body was too long to be kept whole. */
  is_cut: boolean
}
