/** The OpenAPI document, derived from the catalog alone. */
import type { Catalog } from './catalog.ts'

export const openapi = (catalog: Catalog): object => ({ openapi: '3.1.0', paths: catalog.operations.length })
