/** Routes requests to operations. The operations declare literal paths; this file only builds a tree of them, once. */
import findMyWay from 'find-my-way'
import { noRoute } from '../lib/errors.ts'
import type { HttpMethod, Operation } from '../vocabulary/operation.ts'

export interface Match {
  operation: Operation
  /** Path parameters, decoded. */
  params: Record<string, string>
}

export interface Router {
  /** The operation of a method and a path below the base of the API, or undefined. */
  match(method: string, path: string): Match | undefined
}

const routers = new WeakMap<readonly Operation[], Router>()

/** The router of these operations. Apps of one process share it: it has no state. */
export function createRouter(operations: readonly Operation[]): Router {
  const known = routers.get(operations) ?? buildRouter(operations)
  routers.set(operations, known)
  return known
}

function buildRouter(operations: readonly Operation[]): Router {
  const tree = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 500 })
  for (const operation of operations) {
    const path = operation.path.replace(/\{([^}]*)\}/g, ':$1')
    tree.on(operation.method, path, () => {}, operation)
  }
  return {
    match(method, path) {
      const found = tree.find(method as HttpMethod, path)
      return found ? { operation: found.store as Operation, params: found.params as Record<string, string> } : undefined
    },
  }
}

/** What determines the operation of a request. */
interface RoutedRequest {
  method: string
  path: string
  query: Readonly<Record<string, string | undefined>>
  body(): { options: Record<string, unknown> }
}

// wire: input-output options (2015): a client that can only POST may name the verb it means
export function route(router: Router, { method, path, query, body }: RoutedRequest): Match {
  const match = router.match(method === 'HEAD' ? 'GET' : method, path)
  if (match) return match
  const verb = method === 'POST' ? (query.opt_method ?? methodIn(body)) : undefined
  const found = typeof verb === 'string' ? router.match(verb.toUpperCase(), path) : undefined
  if (!found) throw noRoute()
  return found
}

/** The request is not authenticated yet, so an unreadable body only means that no verb is given. */
function methodIn(body: RoutedRequest['body']): unknown {
  try {
    return body().options.method
  } catch {
    return undefined
  }
}
