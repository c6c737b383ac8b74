/** What operations and jobs can call outside the process. All of it is injected here, so that tests can replace it. */

/** The response of a target; without a `status`, `error` gives the reason. */
export interface HttpPostResult {
  status: number | null
  /** The header `X-Hook-Secret`. */
  secret: string | null
  /** The beginning of the body, at most 4 kB. */
  text: string
  error: string | null
  /** The call is forbidden: the target is an address inside the operator's network, or not an address. */
  isRefused: boolean
}

/**
 * Sends `body`, which is JSON, to an address with additional headers. Takes at most ten seconds, follows no redirect
 * and never rejects.
 */
export type HttpPost = (target: string, headers: Record<string, string>, body: string) => Promise<HttpPostResult>

export interface Outbound {
  post: HttpPost
  /** Encrypts a text under the key of the installation, so that it can be decrypted again. */
  seal(text: string): string
}
