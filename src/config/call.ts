/** The settings of commands that call a server. */
import type { OptionName } from './options.ts'
import { apiAddress, flag, type OptionValue } from './values.ts'

/** A request to a server, as it was given. */
export interface CallSettings {
  url: string | undefined
  token: string | undefined
  /** `NAME=VALUE`, each. */
  members: readonly string[]
  /** `opt_fields`. */
  fields: string | undefined
  paginates: boolean
  /** A path; `-` for standard input. */
  input: string | undefined
}

/** Reads the request from the options. Throws a CommandError. */
export const callSettings = (given: Partial<Record<OptionName, OptionValue>>): CallSettings => ({
  ...{ url: apiAddress(given.url), token: given.token?.text.trim() || undefined },
  members: given.field?.all ?? (given.field ? [given.field.text] : []),
  ...{ fields: given.fields?.text, paginates: flag(given.paginate), input: given.input?.text },
})
