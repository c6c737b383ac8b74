/** A user is a person with an account. Users are above workspaces: one account can belong to several. */
import { json, many, text } from '../../vocabulary/field.ts'
import { get } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const user = resource('user', {
  doc: 'A person who can be given tasks and sign in.',
  guard: null,
  fields: {
    name: text({ compact: true, write: 'always', max: 255, doc: 'The name of the person.' }),
    email: text({ doc: 'The e-mail address of the person.' }),
    photo: json({
      shape: {
        image_21x21: true,
        image_27x27: true,
        image_36x36: true,
        image_60x60: true,
        image_128x128: true,
        image_1024x1024: true,
      },
      doc: 'Addresses of the picture of the person in several sizes, or null.',
    }),
    workspaces: many('workspace', {
      through: { table: 'active_memberships', from: 'user', to: 'workspace' },
      doc: 'The workspaces that the person shares with the caller.',
    }),
  },
})

export const operations = [get('/users/{user_gid}', user, { id: 'getUser', doc: 'Shows a user.' })]
