/** The features of each plan of an organization. The default plan has all of them. */
import { abovePlan } from '../../../lib/errors.ts'
import type { Reader } from '../../../store/db.ts'
import { organizationOf } from '../../../store/queries/identity/organizations.ts'

export const plans: readonly string[] = ['free', 'premium', 'business', 'enterprise']

const features = {
  // wire: forum t/189341
  custom_fields: { from: 'premium', refusal: 'Custom Fields are not available for free users or guests.' },
  // wire: forum t/100330
  custom_field_settings: { from: 'premium', refusal: 'Custom Field Settings are not available for free users.' },
  rules: { from: 'premium', refusal: 'Rules are not available on your current plan.' },
  dependencies: { from: 'premium', refusal: 'Task Dependencies are not available for free users.' },
  // wire: contract: creating a request lists 402; the text is of the form of the others
  access_requests: { from: 'premium', refusal: 'Access Requests are not available for free users.' },
  project_briefs: { from: 'premium', refusal: 'Project Briefs are not available for free users.' },
  // wire: contract: deleting a template lists 402; the text is of the form of the others
  templates: { from: 'premium', refusal: 'Templates are not available for free users.' },
  // wire: forum t/106546
  search: { from: 'premium', refusal: 'Search is only available to premium users.' },
  // wire: docs: portfolios need the plan business; the text is a guess
  portfolios: { from: 'business', refusal: 'Portfolios are not available on your current plan.' },
  // wire: docs: goals need the plan business; the text is of the form of the others
  goals: { from: 'business', refusal: 'Goals are not available on your current plan.' },
  // wire: contract lists 402 for these; the plans and texts are guesses
  allocations: { from: 'business', refusal: 'Allocations are not available on your current plan.' },
  budgets: { from: 'premium', refusal: 'Budgets are not available on your current plan.' },
  rates: { from: 'premium', refusal: 'Rates are not available on your current plan.' },
  // wire: contract: rates of placeholders need the plan enterprise
  placeholder_rates: { from: 'enterprise', refusal: 'Rates of placeholders are not available on your current plan.' },
  // wire: contract: listing time tracking entries lists 402; the plan and the text are guesses
  time_tracking: { from: 'business', refusal: 'Time Tracking is not available on your current plan.' },
  // wire: contract: creating and changing a timesheet lists 402; the plan and the text are guesses
  timesheets: { from: 'business', refusal: 'Timesheets are not available on your current plan.' },
  // wire: docs: custom roles need the plan enterprise; the text is a guess
  roles: { from: 'enterprise', refusal: 'Custom roles are not available on your current plan.' },
  service_accounts: { from: 'enterprise', refusal: 'Service accounts need an organization with the plan enterprise.' },
  // wire: resource-behaviours 5.6: plans of enterprises
  exports: { from: 'enterprise', refusal: 'Exports need an organization with the plan enterprise.' },
  // wire: docs: a domain with the plan enterprise
  audit_log: { from: 'enterprise', refusal: 'The audit log needs an organization with the plan enterprise.' },
  scim: { from: 'enterprise', refusal: 'SCIM needs an organization with the plan enterprise.' },
} as const satisfies Record<string, { from: string; refusal: string }>

export type Feature = keyof typeof features

/** Whether a plan has a feature. */
export const planHas = (plan: string, feature: Feature): boolean =>
  plans.indexOf(plan) >= plans.indexOf(features[feature].from)

/** All features, each with whether a plan has it. */
export const featuresOf = (plan: string): Record<Feature, boolean> =>
  Object.fromEntries(Object.keys(features).map(name => [name, planHas(plan, name as Feature)])) as Record<
    Feature,
    boolean
  >

/** Whether the plan of the workspace has the feature. */
export const hasFeature = async (reader: Reader, workspace: number, feature: Feature): Promise<boolean> =>
  planHas((await organizationOf(reader, workspace))?.plan ?? '', feature)

/** Throws 402 unless a plan has the feature. */
export function mustInclude(plan: string, feature: Feature): void {
  if (!planHas(plan, feature)) throw abovePlan(features[feature].refusal)
}

/** Throws 402 unless the plan of the workspace has the feature. */
export async function mustHaveFeature(reader: Reader, workspace: number, feature: Feature): Promise<void> {
  if (!(await hasFeature(reader, workspace, feature))) throw abovePlan(features[feature].refusal)
}
