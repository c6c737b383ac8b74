-- statements: 17

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4 as instantiate_project.sql 4

-- 5 as create_section.sql 4

-- 6 as audit_log.sql 4

-- 7 as instantiate_project.sql 6

-- 8 as instantiate_project.sql 7

-- 9 as instantiate_project.sql 8

-- 10
insert into project_templates ("gid", "workspace", "description", "html_description", "color", "is_complete", "name", "is_public", "team", "owner", "content", "requested_dates", "requested_roles", "created_at", "modified_at", "deleted_at", "deleted_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);

-- 11 as instantiate_project.sql 17

-- 12 as instantiate_project.sql 18

-- 13 as instantiate_project.sql 20

-- 14 as create_project.sql 23

-- 15 as create_task.sql 18

-- 16 as create_task.sql 19

-- 17 as create_task.sql 27
