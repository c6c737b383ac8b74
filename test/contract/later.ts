/**
 * What the contract has and the catalog leaves out on purpose, each with the reason. The keys are those of
 * `compare.ts`; an entry that matches nothing any more fails the test.
 */
export const later: readonly (readonly [keys: RegExp, reason: string])[] = [
  [/^operation (duplicateTask|duplicateProject)$/, 'duplicates are made by jobs'],
  [/^operation projectSaveAsTemplate$/, 'templates are types of their own, and made by jobs'],
  [/^operation search(Tasks|Projects)ForWorkspace$/, 'search is a part of its own'],
  [/^operation getTaskForCustomID$/, 'custom ids come with custom fields'],
  [/^operation (add|remove)CustomFieldSettingForProject$/, 'custom fields come with their settings'],
  [/^operation getWorkspaceEvents$/, 'events come with the event streams'],
  [/^operation (getStoriesForGoal|createStoryForGoal)$/, 'goals come with plans'],
  [/^(path|body) \S+ (\S+\.)?custom_field(s|_settings)?(\.|$)/, 'custom fields come with their settings'],
  [
    /^path \S+ (old|new)_(date|enum|multi_enum|number|people)_values?(\.|$)/,
    'these tell of changes of custom fields, and come with them',
  ],
  [
    /^body (createTask|createSubtaskForTask|updateTask) (assigned_by|completed_by)$/,
    'the program notes who did it; the contract forgets to mark them as shown only',
  ],
  [
    /^body (createProject\w*|updateProject) current_status(_update)?$/,
    'status updates are made by operations of their own; the contract forgets to mark them as shown only',
  ],
  [/^body updateTask custom_type(_status_option)?$/, 'custom types are types of their own'],
  [
    /^body updateSection insert_(before|after)$/,
    'places are taken when a section is made or moved; the contract shares one body between making and changing',
  ],
]
