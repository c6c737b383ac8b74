/** Queries for rich texts that pages edit: what a gid with a text is. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import { tableOf } from '../objects.ts'

/** The fields with rich text, and the types that have them. */
export const textTypes = {
  html_notes: ['task', 'project', 'goal'],
  html_text: ['story', 'project_brief'],
} as const

export type TextField = keyof typeof textTypes

export type TextType = (typeof textTypes)[TextField][number]

interface TypeRow {
  type: TextType
}

const typeStatement = (field: TextField): Statement<TypeRow> =>
  statement(param => {
    const parts: RawBuilder<TypeRow>[] = textTypes[field].map(
      type => sql`select ${sql.lit(type)} as type from ${sql.table(tableOf(type))} as t where t.gid = ${param('gid')}`,
    )
    return sql<TypeRow>`${sql.join(parts, sql` union all `)}`
  })

const ofField = { html_notes: typeStatement('html_notes'), html_text: typeStatement('html_text') }

/** The type of an object with this field, which the caller may not see. */
export const typeWithText = async (reader: Reader, field: TextField, gid: number): Promise<TextType | undefined> =>
  (await reader.first(ofField[field], { gid }))?.type
