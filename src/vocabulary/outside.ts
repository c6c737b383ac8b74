/** What operations and jobs may ask of the world outside the program: all of it comes in here, so that tests hold it. */

/** What a target answered; without a `status`, `error` says why there is none. */
export interface Reply {
  status: number | null
  /** The header `X-Hook-Secret`. */
  secret: string | null
  /** The beginning of the body, at most 4 kB. */
  text: string
  error: string | null
  /** The target may not be called at all: it is an address inside the operator's network, or no address. */
  isRefused: boolean
}

/**
 * Sends `body`, which is JSON, to an address with a few headers more. Takes ten seconds at most, follows no redirect
 * and never rejects.
 */
export type Post = (target: string, headers: Record<string, string>, body: string) => Promise<Reply>

export interface Outside {
  post: Post
  /** Encrypts what must be readable again, under the key of the installation. */
  seal(text: string): string
}
