/** Rules as the server sends them, and their queries. */
import { call } from '../../../data/call.ts'
import { readQuery } from '../../../data/queries.ts'
import type { Gid } from '../../../data/records.ts'

/** A trigger, a condition or an action. Its kind decides which members it has. */
export interface Part {
  readonly kind: string
  readonly [member: string]: unknown
}

export interface Definition {
  readonly trigger: Part
  readonly conditions: readonly Part[]
  readonly actions: readonly Part[]
}

export interface Rule extends Definition {
  readonly gid: Gid
  readonly name: string
  readonly owner: { readonly gid: Gid; readonly name: string }
  readonly is_active: boolean
  readonly paused_reason: string | null
  readonly rule_trigger: { readonly gid: Gid } | null
  readonly last_error: string | null
  readonly last_run_at: string | null
}

export interface Run {
  readonly gid: Gid
  readonly task: { readonly gid: Gid }
  readonly state: string
  readonly reason: string | null
  readonly created_at: string
  readonly finished_at: string | null
}

/** A member of a part: what it takes. */
export interface PartMember {
  readonly name: string
  readonly type: string
  readonly types: readonly string[]
  readonly values: readonly string[]
  readonly doc: string
  readonly is_required: boolean
  readonly is_nullable: boolean
}

export interface PartKind {
  readonly kind: string
  readonly doc: string
  readonly fields: readonly PartMember[]
}

/** The kinds that the server offers. */
export interface PartKinds {
  readonly triggers: readonly PartKind[]
  readonly conditions: readonly PartKind[]
  readonly actions: readonly PartKind[]
}

export const partKinds = {
  ...readQuery<PartKinds>(['rule_parts'], '/-/rule_parts'),
  staleTime: Number.POSITIVE_INFINITY,
}

export const rulesOf = (project: Gid) => readQuery<readonly Rule[]>(['rules', project], `/-/rules?project=${project}`)

export const runsOf = (rule: Gid) => readQuery<readonly Run[]>(['rules', 'runs', rule], `/-/rules/${rule}/runs`)

/** Creates a rule, or changes one. */
export const saveRule = (project: Gid, rule: Gid | null, data: Definition & { name: string }) =>
  rule === null ? call<Rule>('POST', '/-/rules', { project, ...data }) : call<Rule>('PUT', `/-/rules/${rule}`, data)

export const setActive = (rule: Gid, isActive: boolean) =>
  call<Rule>('POST', `/-/rules/${rule}/${isActive ? 'activate' : 'pause'}`)

export const deleteRule = (rule: Gid) => call<object>('DELETE', `/-/rules/${rule}`)
