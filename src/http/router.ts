/** Routes requests to operations. The operations declare literal paths; this file only builds a tree of them, once. */
import findMyWay from 'find-my-way'
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

export function createRouter(operations: readonly Operation[]): Router {
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
