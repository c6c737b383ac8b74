/**
 * Parts of the contract that the catalog omits on purpose, each with the reason. The keys are those of `compare.ts`; an
 * entry that matches nothing fails the test.
 */
export const plannedKeys: readonly (readonly [keys: RegExp, reason: string])[] = [
  [
    /^path \S+ (\S*custom_field\.)?(enabled|display_value|(html_)?(text|number|enum|date|people|reference)_value|multi_enum_values)(\.|$)/,
    'a definition has no value; the contract uses one schema for definitions and values',
  ],
  [
    /^body (create|update)CustomField (is_formula_field|owned_by_app|(text|number|enum|date|people|reference)_value|multi_enum_values)$/,
    'these describe a field; the contract does not mark them as read-only',
  ],
  [
    /^body updateCustomField (enum_options|input_restrictions)$/,
    'options are updated by operations of their own, types never; the contract uses one body for create and update',
  ],
  [
    /^body (createTask|createSubtaskForTask|updateTask) (assigned_by|completed_by)$/,
    'the program records the actor; the contract does not mark them as read-only',
  ],
  [
    /^parameter createStatusForObject (limit|offset)$/,
    'the response is one object; the contract lists the parameters of its pages by mistake',
  ],
  [
    /^body updateSection insert_(before|after)$/,
    'positions are set when a section is created or moved; the contract uses one body for create and update',
  ],
]
