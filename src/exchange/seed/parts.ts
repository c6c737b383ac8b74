/** What objects of a seed have without saying so: a first section, the statuses of a custom type, the trigger of a rule. */
import { INCOMING_REQUEST } from '../../resources/automation/rules/triggers.ts'
import { defaultOptions, mustHaveEachState, mustNotBeTooMany } from '../../resources/fields/rules/statuses.ts'
import { FIRST_SECTION } from '../../resources/templates/rules/new_project.ts'
import type { GivenType } from '../load/given.ts'
import type { SeedObject } from './contents.ts'
import type { Problems } from './document.ts'
import { gidOfKey } from './keys.ts'
import type { References } from './references.ts'

interface SeedReading {
  problems: Problems
  references: References
  objects: SeedObject[]
}

/** Adds what belongs to an object in any case. All objects of the document are there already. */
export function addParts(reading: SeedReading, object: SeedObject): void {
  if (object.type === 'project') addSection(reading, object)
  if (object.type === 'custom_type') settleStatuses(reading, object)
  if (object.type === 'rule') addTrigger(reading, object)
}

const partsOf = ({ objects }: SeedReading, { gid }: SeedObject, type: GivenType): SeedObject[] =>
  objects.filter(one => one.type === type && one.parent?.gid === gid)

function addPart(
  { objects }: SeedReading,
  to: SeedObject,
  type: GivenType,
  path: string,
  values: SeedObject['values'],
) {
  const parent = { type: to.type, gid: to.gid }
  const part: SeedObject = { ...to, type, gid: gidOfKey(type, path), path, parent, values }
  objects.push(part)
  return part
}

/** A project without sections has the one that every new project has. */
function addSection(reading: SeedReading, project: SeedObject): void {
  if (partsOf(reading, project, 'section').length > 0) return
  const part = addPart(reading, project, 'section', `${project.path}/sections/0`, { name: FIRST_SECTION })
  reading.references.addGid(part.path, part, part.place)
}

/** A custom type without statuses has one for each completion state, as one that the API creates. */
function settleStatuses(reading: SeedReading, type: SeedObject): void {
  const { problems, references } = reading
  const given = partsOf(reading, type, 'custom_type_status_option')
  if (given.length === 0)
    for (const option of defaultOptions) {
      const part = addPart(reading, type, 'custom_type_status_option', `${type.path}/${option.name}`, { ...option })
      references.add(part.path, part, part.place)
    }
  else
    try {
      mustNotBeTooMany(given.length)
      mustHaveEachState(given.map(({ values }) => values as { completion_state: string; enabled?: boolean }))
    } catch (error) {
      problems.add({ at: type.at, path: type.place }, error instanceof Error ? error.message : String(error))
    }
}

/** A rule that requests from outside run has a trigger, whose key is `trigger` in the rule. */
function addTrigger(reading: SeedReading, rule: SeedObject): void {
  const { trigger } = rule.values as { trigger?: { kind?: unknown } }
  if (trigger?.kind !== INCOMING_REQUEST) return
  const values = { project: rule.parent?.gid }
  const part = addPart(reading, rule, 'rule_trigger', `${rule.path}/trigger`, values)
  reading.references.add(part.path, part, part.place)
}
