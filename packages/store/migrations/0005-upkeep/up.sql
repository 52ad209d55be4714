-- Who lets their bots be shown as testimonials, and when each scheduled job last ran on any node.
create table testimonial_consents (
  user_id text primary key references users (id) on delete cascade,
  given_at bigint not null
);

create table job_runs (
  name text primary key,
  started_at bigint not null
);
