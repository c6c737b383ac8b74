-- statements: 13

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select *
from projects
where "gid" = $1 for no key update;

-- 4
insert into status_updates ("gid", "parent", "workspace", "resource_subtype", "status_type", "title", "text", "html_text", "created_by", "created_at", "modified_at", "deleted_at", "deleted_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- 5
select "gid", "status_type", "created_by", "created_at"
from "status_updates"
where "parent" = $1 and "deleted_at" is null
order by "gid" desc
limit 1;

-- 6
update projects
set "current_status_update" = $1
where "gid" = $2;

-- 7 as create_task.sql 11

-- 8
select json_build_array("t0"."gid", "t0"."title", "t0"."resource_subtype", "t0"."text", "t0"."html_text", "t0"."status_type", "t0"."created_by", "t0"."created_at", "t0"."modified_at", null, (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."user")), '[]'::json)
  from "status_update_likes" as "t1"
  where "t1"."status_update" = "t0"."gid"), null, (
  select coalesce(json_agg(json_build_array("r"."first", "r"."emoji_base", "r"."variant", "r"."count", "r"."reacted")), '[]'::json)
  from (
    select min(x.gid) as first, x.emoji_base as emoji_base, coalesce(max(case when x."user" = $1 then x.emoji end), min(x.emoji)) as variant, count(*) as count, max(case when x."user" = $1 then 1 else 0 end) as reacted
    from reactions x
    where x.target = "t0"."gid"
    group by x.emoji_base) r), "t0"."parent") as "row"
from "status_updates" as t0
where "t0"."gid" = $2;

-- 9 as task_stories.sql 6

-- 10 as create_task.sql 16

-- 11 as create_task.sql 17

-- 12 as project.sql 17

-- 13 as create_task.sql 25
